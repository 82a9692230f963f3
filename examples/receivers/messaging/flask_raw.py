"""Flask with the raw body, verified with hmac of the standard library, as the documentation of GitHub shows it."""
import hashlib
import hmac
import os

from flask import Flask, jsonify, request

app = Flask(__name__)
seen, effects = set(), {}


@app.post("/webhooks")
def webhooks():
    signature = request.headers.get("X-Svc-Signature")
    if not signature:
        return "x-svc-signature is missing", 403
    mac = hmac.new(os.environ["SECRET"].encode("utf-8"), msg=request.get_data(), digestmod=hashlib.sha256)
    if not hmac.compare_digest("sha256=" + mac.hexdigest(), signature):
        return "the signature does not match", 403
    event = request.get_json()
    if event["channel"] == "sms" and event["id"] not in seen:
        seen.add(event["id"])
        message = event["data"]["message_id"]
        applied = effects.get(message, {"applied": 0})["applied"]
        effects[message] = {"status": event["event"].replace("sms.", ""), "applied": applied + 1}
    return "", 204


@app.get("/effects/<id>")
def effect(id):
    return jsonify(effects[id]) if id in effects else ("", 404)


app.run(port=int(os.environ["PORT"]))
