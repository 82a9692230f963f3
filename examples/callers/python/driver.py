"""Has a client carry out operations: one line of JSON on standard input for each, one on standard output in return."""

import json
import re
import sys
import time
import uuid

TERMINAL = ["completed", "failed", "expired", "cancelled"]


class Refused(Exception):
    def __init__(self, status, body):
        super().__init__(f"answered {status}")
        self.status, self.body = status, body


def drive(send):
    """`send(method, url, headers, body)` gives back JSON, or raises Refused."""
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"id": asked["id"], **carried_out(send, asked)}), flush=True)


def carried_out(send, asked):
    operation = OPERATIONS.get(asked["operation"])
    if operation is None:
        return {"unsupported": True}
    try:
        return {"ok": True, "result": operation(send, asked, asked["input"])}
    except Refused as refused:
        body = refused.body if isinstance(refused.body, dict) else {}
        nested = body.get("error") if isinstance(body.get("error"), dict) else {}
        code = body.get("error_code", nested.get("code"))
        return {"ok": False, "error": {"status": refused.status, "code": code, "message": str(refused)}}
    except Exception as error:
        return {"ok": False, "error": {"message": str(error)}}


def payments(send, asked, method, path, body=None):
    headers = {"Authorization": f"Bearer {asked['apiKey']}"}
    if method == "POST" and path == "/payments":
        # One key a creation: whatever the library sends again has the same.
        headers["Idempotency-Key"] = str(uuid.uuid4())
    return send(method, f"{asked['baseUrl']}/api/v1{path}", headers, body)


def messages(send, asked, method, path, body=None):
    headers = {"X-API-Key": asked["apiKey"]}
    if re.match(r"/(developer_apps|campaign)", path):
        headers["Authorization"] = f"Bearer {asked['bearer']}"
    return send(method, f"{asked['baseUrl']}/v1{path}", headers, body)


def wait(send, asked, given):
    while True:
        payment = payments(send, asked, "GET", f"/payments/{given['id']}")
        if payment["status"] in TERMINAL:
            return payment
        time.sleep(1)


def resend(send, asked, given):
    if given.get("delivery_method", "sms") not in ("sms", "call", "whatsapp"):
        raise ValueError("there is no such channel")
    if "{code}" not in given.get("message_template", "{code}"):
        raise ValueError("the template lacks {code}")
    if not given.get("callback_url", "https:").startswith("https:"):
        raise ValueError("callbacks take HTTPS")
    app = {"app_key": asked["appKey"]} if asked["binding"] == "unbound" else {}
    body = {**given, "phone_number": re.sub(r"\D", "", given["phone_number"]), **app}
    return messages(send, asked, "POST", "/otp/resend", body)


def conversation(send, asked, given):
    answer = messages(send, asked, "GET", f"/whatsapp/conversations/{given['conversation_id']}")
    return answer.get("data", answer)


def senders(send, asked, given):
    query = "&".join(f"{name}={json.dumps(value)}" for name, value in given.items())
    return messages(send, asked, "GET", "/whatsapp/senders" + (f"?{query}" if query else ""))


OPERATIONS = {
    "create": lambda send, asked, given: payments(send, asked, "POST", "/payments", given),
    "read": lambda send, asked, given: payments(send, asked, "GET", f"/payments/{given['id']}"),
    "refresh": lambda send, asked, given: payments(send, asked, "POST", f"/payments/{given['id']}/refresh"),
    "wait": wait,
    "resendOtp": resend,
    "readConversation": conversation,
    "markRead": lambda send, asked, given: messages(
        send, asked, "POST", f"/whatsapp/conversations/{given['conversation_id']}/read", {"up_to": given["up_to"]}
    ),
    "createApp": lambda send, asked, given: messages(send, asked, "POST", "/developer_apps", given),
    "readApp": lambda send, asked, given: messages(send, asked, "GET", f"/developer_apps/get-by-key/{given['app_key']}"),
    "listSenders": senders,
    "readCampaign": lambda send, asked, given: messages(send, asked, "GET", f"/campaign/{given['campaign_id']}"),
    "listWorkspaces": lambda send, asked, given: messages(send, asked, "GET", "/workspace/all/"),
    "send": lambda send, asked, given: messages(send, asked, "POST", "/message/send-instant", given),
}
