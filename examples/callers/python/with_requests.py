"""requests with urllib3's Retry, as https://urllib3.readthedocs.io/en/stable/reference/urllib3.util.html shows it."""

import os

import requests
from driver import Refused, drive
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

retry = Retry(
    total=3,
    backoff_factor=1,
    status_forcelist=[429, 500, 502, 503, 504],
    # None stands for every method; POST is none of the usual ones.
    allowed_methods=None if os.environ.get("RETRY_POST") else Retry.DEFAULT_ALLOWED_METHODS,
)
session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=retry))
session.mount("https://", HTTPAdapter(max_retries=retry))


def send(method, url, headers, body):
    answer = session.request(method, url, headers=headers, json=body, timeout=2)
    try:
        told = answer.json()
    except ValueError:
        told = None
    if not answer.ok:
        raise Refused(answer.status_code, told)
    return told


drive(send)
