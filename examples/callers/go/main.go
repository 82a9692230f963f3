// Has hashicorp/go-retryablehttp carry out operations: one line of JSON on standard input for each, one on standard
// output in return. Its client is the one that NewClient gives.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"crypto/rand"

	"github.com/hashicorp/go-retryablehttp"
)

type asked struct {
	ID        string         `json:"id"`
	Operation string         `json:"operation"`
	BaseURL   string         `json:"baseUrl"`
	APIKey    string         `json:"apiKey"`
	Bearer    string         `json:"bearer"`
	Binding   string         `json:"binding"`
	AppKey    string         `json:"appKey"`
	Input     map[string]any `json:"input"`
}

type refused struct {
	status int
	body   map[string]any
}

func (r refused) Error() string { return fmt.Sprintf("answered %d", r.status) }

var (
	client   = newClient()
	nonDigit = regexp.MustCompile(`\D`)
	mutex    sync.Mutex
)

func newClient() *http.Client {
	c := retryablehttp.NewClient()
	c.Logger = nil
	c.HTTPClient.Timeout = 2 * time.Second
	return c.StandardClient()
}

func send(method, url string, headers map[string]string, body any) (any, error) {
	var reader io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		reader = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, url, reader)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	var told any
	_ = json.Unmarshal(text, &told)
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		object, _ := told.(map[string]any)
		return nil, refused{answer.StatusCode, object}
	}
	return told, nil
}

func payments(a asked, method, path string, body any) (any, error) {
	headers := map[string]string{"Authorization": "Bearer " + a.APIKey}
	if method == "POST" && path == "/payments" {
		headers["Idempotency-Key"] = rand.Text()
	}
	return send(method, a.BaseURL+"/api/v1"+path, headers, body)
}

func messages(a asked, method, path string, body any) (any, error) {
	headers := map[string]string{"X-API-Key": a.APIKey}
	if strings.HasPrefix(path, "/developer_apps") || strings.HasPrefix(path, "/campaign") {
		headers["Authorization"] = "Bearer " + a.Bearer
	}
	return send(method, a.BaseURL+"/v1"+path, headers, body)
}

func wait(a asked) (any, error) {
	for {
		payment, err := payments(a, "GET", "/payments/"+text(a, "id"), nil)
		if err != nil {
			return nil, err
		}
		object, _ := payment.(map[string]any)
		switch object["status"] {
		case "completed", "failed", "expired", "cancelled":
			return payment, nil
		}
		time.Sleep(time.Second)
	}
}

func resend(a asked) (any, error) {
	body := map[string]any{}
	for name, value := range a.Input {
		body[name] = value
	}
	body["phone_number"] = nonDigit.ReplaceAllString(text(a, "phone_number"), "")
	if a.Binding == "unbound" {
		body["app_key"] = a.AppKey
	}
	switch channel := text(a, "delivery_method"); channel {
	case "", "sms", "call", "whatsapp":
	default:
		return nil, fmt.Errorf("there is no channel %s", channel)
	}
	if template := text(a, "message_template"); template != "" && !strings.Contains(template, "{code}") {
		return nil, fmt.Errorf("the template lacks {code}")
	}
	if callback := text(a, "callback_url"); callback != "" && !strings.HasPrefix(callback, "https:") {
		return nil, fmt.Errorf("callbacks take HTTPS")
	}
	return messages(a, "POST", "/otp/resend", body)
}

func conversation(a asked) (any, error) {
	answer, err := messages(a, "GET", "/whatsapp/conversations/"+text(a, "conversation_id"), nil)
	if object, ok := answer.(map[string]any); ok && object["data"] != nil {
		return object["data"], err
	}
	return answer, err
}

func senders(a asked) (any, error) {
	var pairs []string
	for name, value := range a.Input {
		pairs = append(pairs, fmt.Sprintf("%s=%v", name, value))
	}
	path := "/whatsapp/senders"
	if len(pairs) > 0 {
		path += "?" + strings.Join(pairs, "&")
	}
	return messages(a, "GET", path, nil)
}

func text(a asked, name string) string {
	value, _ := a.Input[name].(string)
	return value
}

var operations = map[string]func(asked) (any, error){
	"create":           func(a asked) (any, error) { return payments(a, "POST", "/payments", a.Input) },
	"read":             func(a asked) (any, error) { return payments(a, "GET", "/payments/"+text(a, "id"), nil) },
	"refresh":          func(a asked) (any, error) { return payments(a, "POST", "/payments/"+text(a, "id")+"/refresh", nil) },
	"wait":             wait,
	"resendOtp":        resend,
	"readConversation": conversation,
	"markRead": func(a asked) (any, error) {
		path := "/whatsapp/conversations/" + text(a, "conversation_id") + "/read"
		return messages(a, "POST", path, map[string]any{"up_to": a.Input["up_to"]})
	},
	"createApp":      func(a asked) (any, error) { return messages(a, "POST", "/developer_apps", a.Input) },
	"readApp":        func(a asked) (any, error) { return messages(a, "GET", "/developer_apps/get-by-key/"+text(a, "app_key"), nil) },
	"listSenders":    senders,
	"readCampaign":   func(a asked) (any, error) { return messages(a, "GET", "/campaign/"+text(a, "campaign_id"), nil) },
	"listWorkspaces": func(a asked) (any, error) { return messages(a, "GET", "/workspace/all/", nil) },
	"send":           func(a asked) (any, error) { return messages(a, "POST", "/message/send-instant", a.Input) },
}

func carriedOut(a asked) map[string]any {
	operation, known := operations[a.Operation]
	if !known {
		return map[string]any{"unsupported": true}
	}
	result, err := operation(a)
	if err == nil {
		return map[string]any{"ok": true, "result": result}
	}
	told := map[string]any{"message": err.Error()}
	if r, ok := err.(refused); ok {
		told["status"] = r.status
		told["code"] = r.body["error_code"]
		if nested, ok := r.body["error"].(map[string]any); ok {
			told["code"] = nested["code"]
		}
	}
	return map[string]any{"ok": false, "error": told}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a asked
		if json.Unmarshal(lines.Bytes(), &a) != nil {
			continue
		}
		go func() {
			answer := carriedOut(a)
			answer["id"], answer["several"] = a.ID, true
			line, _ := json.Marshal(answer)
			mutex.Lock()
			fmt.Println(string(line))
			mutex.Unlock()
		}()
	}
}
