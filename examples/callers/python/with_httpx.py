"""httpx with the retries of its transport, or with tenacity around it, as https://tenacity.readthedocs.io shows it."""

import os

import httpx
from driver import Refused, drive
from tenacity import retry, retry_if_exception, stop_after_attempt, wait_exponential_jitter

client = httpx.Client(timeout=2, follow_redirects=True, transport=httpx.HTTPTransport(retries=3))


def passes(error):
    status = error.response.status_code if isinstance(error, httpx.HTTPStatusError) else None
    return isinstance(error, httpx.TransportError) or status in (429, 500, 502, 503, 504)


def ask(method, url, headers, body):
    answer = client.request(method, url, headers=headers, json=body)
    answer.raise_for_status()
    return answer.json()


if os.environ.get("RETRY_POST"):
    ask = retry(retry=retry_if_exception(passes), stop=stop_after_attempt(4), wait=wait_exponential_jitter(), reraise=True)(ask)


def send(method, url, headers, body):
    try:
        return ask(method, url, headers, body)
    except httpx.HTTPStatusError as error:
        try:
            told = error.response.json()
        except ValueError:
            told = None
        raise Refused(error.response.status_code, told) from error


drive(send)
