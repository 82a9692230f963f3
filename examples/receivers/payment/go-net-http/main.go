// net/http with the raw body, verified with crypto/hmac of the standard library.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
)

type event struct {
	ID          string `json:"event_id"`
	Transaction string `json:"transaction_id"`
	Data        struct {
		Status string  `json:"status"`
		Amount float64 `json:"amount"`
	} `json:"data"`
}

type effect struct {
	Status  string  `json:"status"`
	Applied int     `json:"applied"`
	Amount  float64 `json:"amount"`
}

var (
	mutex   sync.Mutex
	seen    = map[string]bool{}
	effects = map[string]effect{}
)

func isEnd(status string) bool {
	return status == "completed" || status == "failed" || status == "expired" || status == "cancelled"
}

func isSigned(r *http.Request, body []byte) bool {
	digest, found := strings.CutPrefix(r.Header.Get("X-Pay-Signature"), "sha256=")
	given, err := hex.DecodeString(digest)
	if !found || err != nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(os.Getenv("SECRET")))
	mac.Write([]byte(r.Header.Get("X-Pay-Timestamp") + "."))
	mac.Write(body)
	return hmac.Equal(given, mac.Sum(nil))
}

func main() {
	http.HandleFunc("POST /webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !isSigned(r, body) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var e event
		if err := json.Unmarshal(body, &e); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		mutex.Lock()
		defer mutex.Unlock()
		if !seen[e.ID] {
			seen[e.ID] = true
			before := effects[e.Transaction]
			status := e.Data.Status
			if isEnd(before.Status) && !isEnd(status) {
				status = before.Status
			}
			effects[e.Transaction] = effect{status, before.Applied + 1, e.Data.Amount}
		}
		w.WriteHeader(http.StatusOK)
	})
	http.HandleFunc("GET /effects/{id}", func(w http.ResponseWriter, r *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		found, ok := effects[r.PathValue("id")]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		json.NewEncoder(w).Encode(found)
	})
	if err := http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil); err != nil {
		panic(err)
	}
}
