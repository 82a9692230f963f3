import type { Assembly } from '../assembly.ts'

/** What people type, and what it is for. */
export const EXAMPLES = {
  run: [
    ['assay run', 'the embedded reference'],
    ['assay run --payment http://127.0.0.1:8080', 'what needs no key'],
    ['assay run --config staging.yaml --html report.html --json report.json', 'a deployment, with a page to read'],
    ['assay run --only "pay.idempotency.*" --watch src', 'one area, again whenever the source changes'],
    [
      'assay run --receiver http://localhost:3000/webhooks',
      'your receiver, with PAY_SIGNING_KEY or MSG_WEBHOOK_SECRET set',
    ],
    ["assay run --caller 'node my-client.js'", 'your client, behind a driver of ten lines'],
    ['assay run --last-failed', 'what failed or was blocked when it was judged last'],
    ['assay run --config staging.yaml --baseline known.yaml --junit results.xml', 'in CI, with known failures'],
    [
      'assay run --config "targets/*.yaml" --html reports/ --matrix matrix.html',
      'several deployments side by side: one report each, one matrix',
    ],
    ['assay run --config staging.yaml --certify --sign key.pem', 'everything, sealed in assay-bundle.jsonl'],
  ],
  plan: [
    ['assay plan --config staging.yaml', 'what a run would do and cost'],
    ['assay plan --payment http://127.0.0.1:8080 --json', 'the same for a program'],
  ],
  init: [
    ['assay init --payment http://127.0.0.1:8080 --key "$PAY_KEY"', 'asks the service what the file has to say'],
    ['assay init', 'asks you'],
    [
      'assay init --payment https://pay.example.org --live-key-env PAY_KEY PAY_KEY_2 --signing-key-env PAY_SIGNING_KEY --no-try',
      'asks nobody',
    ],
  ],
  listen: [
    ['assay listen --listen 0.0.0.0:8787 --signing-key-env PAY_SIGNING_KEY', 'every webhook as it arrives'],
    ['assay listen --config staging.yaml --record deliveries.jsonl', 'kept for run --deliveries'],
    ['assay listen --forward-to http://localhost:3000/webhooks', 'passed on to a receiver, both sides shown'],
  ],
  trigger: [
    ['assay trigger payment.completed --to http://localhost:3000/webhooks', 'one signed event, and what comes back'],
    ['assay trigger sms.delivered --to http://localhost:3000/webhooks --duplicate 3', 'the same event three times'],
    ['assay trigger payment.completed --to http://localhost:3000/webhooks --tamper body', 'one that is to be refused'],
    [
      'assay trigger payment.completed --to http://localhost:3000/webhooks --reorder',
      'an event of an earlier status behind it',
    ],
  ],
  schema: [
    ['assay schema target > target.schema.json', 'for an editor'],
    ['assay schema openapi payment > payment.openapi.json', 'what is known of a service, for other tools: OpenAPI 3.1'],
  ],
  open: [
    ['assay open', 'the page of the last run'],
    ['assay open report.json', 'that of another one'],
  ],
  history: [
    ['assay history', 'the runs of the last target, and what is broken since when'],
    ['assay history --target staging --html history.html', 'those of another one, as a page'],
  ],
  report: [
    ['assay report', 'the last run, as it was printed'],
    ['assay report --format har > exchanges.har', 'its requests and answers, for the tools of browsers'],
    ['assay report report.json --html report.html', 'the page, later'],
    ['assay report assay-bundle.jsonl --key public.pem --html certificate.html', 'the certificate of a sealed run'],
    ['assay report report.json --allure allure-results', 'what Allure makes its report from'],
    ['assay report report.json --format markdown', 'to the output'],
  ],
  replay: [
    ['assay replay pay/idempotency/concurrent', 'one check of the last run, against the target that it had'],
    ['assay replay report.json pay.idempotency.replay-status --config staging.yaml', 'the checks of a requirement'],
  ],
  undo: [['assay undo', 'what a killed run left changed, such as the merchant profile']],
  compare: [
    [
      'assay compare',
      'the last run of a target and the one before it, if there is one that was asked for the same and not stopped: what got worse, better, and was observed otherwise',
    ],
    ['assay compare before.json', 'the last run with an earlier one'],
    ['assay compare before.json after.json --html changes.html', 'two reports, as a page'],
  ],
  merge: [
    [
      'assay run --config staging.yaml --shard 2/4 --own-keys --seed 7 --json r2.json',
      'on the second of four machines',
    ],
    ['assay merge r1.json r2.json r3.json r4.json --html report.html', 'what they come to together'],
  ],
  matrix: [
    ['assay matrix', 'the last run of each target that is kept'],
    ['assay matrix reports/*.json --html matrix.html --markdown matrix.md', 'deployments beside each other'],
    ['assay matrix v1.json v2.json assay-bundle.jsonl', 'versions of one, the last of them sealed'],
  ],
  verify: [
    ['assay verify assay-bundle.jsonl --key public.pem', 'a bundle of somebody whose key is known'],
    ['assay verify assay-bundle.jsonl --unsigned-ok', 'one that nobody signed: what it says, and not whose word it is'],
    ['assay verify assay-bundle.jsonl --key public.pem --html certificate.html', 'the certificate as a page'],
  ],
  completion: [
    ['source <(assay completion bash)', 'in ~/.bashrc'],
    ['assay completion zsh > "${fpath[1]}/_assay"', 'for zsh'],
    ['assay completion fish > ~/.config/fish/completions/assay.fish', 'for fish'],
  ],
  list: [['assay list --service payment --level must', 'every must of the payment document']],
  explain: [
    ['assay explain pay.idempotency.key-required', 'where it stands, what keeps and breaks it, what it needs'],
    ['assay explain pay/validation/key-required', 'what a check judges'],
    ['assay explain IDEMPOTENCY_KEY_REQUIRED', 'what is promised of an error code'],
    ['assay explain "pay.idempotency.*"', 'every statement of an area'],
    ['assay explain "pay.idempotency.*" --json', 'everything about each of them, for programs'],
  ],
  serve: [
    ['assay serve --write sandbox.yaml', 'a sandbox, and a target file for it'],
    ['assay serve --flaw replay-201', 'a sandbox that breaks one promise'],
    [
      'assay serve --seed 7 --payment-port 4010 --messaging-port 4020 --payment-control-port 4011 --messaging-control-port 4021',
      'the same keys and addresses of the services whenever it starts: those who write clients keep their settings',
    ],
    ['assay serve --key payment.live=sk_live_0123456789', 'with a key that a client has already'],
    ['assay serve --flaw payment-receiver:deduplicates-nothing', 'the same of a receiver'],
  ],
} as const satisfies Assembly['examples']
