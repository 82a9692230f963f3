"""Flask with the raw body, verified with hmac of the standard library."""
import hashlib
import hmac
import os

from flask import Flask, jsonify, request

app = Flask(__name__)
seen, effects = set(), {}
ENDS = {"completed", "failed", "expired", "cancelled"}


@app.post("/webhooks")
def webhooks():
    timestamp = request.headers.get("X-Pay-Timestamp", "")
    signed = timestamp.encode() + b"." + request.get_data()
    expected = "sha256=" + hmac.new(os.environ["SECRET"].encode(), signed, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(request.headers.get("X-Pay-Signature", ""), expected):
        return "", 401
    event = request.get_json()
    if event["event_id"] not in seen:
        seen.add(event["event_id"])
        before = effects.get(event["transaction_id"], {"status": None, "applied": 0})
        status = event["data"]["status"]
        if before["status"] in ENDS and status not in ENDS:
            status = before["status"]
        effects[event["transaction_id"]] = {
            "status": status,
            "applied": before["applied"] + 1,
            "amount": event["data"]["amount"],
        }
    return "", 200


@app.get("/effects/<id>")
def effect(id):
    return jsonify(effects[id]) if id in effects else ("", 404)


app.run(port=int(os.environ["PORT"]))
