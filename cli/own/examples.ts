import type { Assembly } from '../assembly.ts'

/** What people type, and what it is for. */
export const EXAMPLES = {
  run: [
    ['assay run', 'the embedded reference'],
    ['assay run --payment http://127.0.0.1:8080', 'what needs no key'],
    ['assay run --config staging.yaml --html report.html --json report.json', 'a deployment, with a page to read'],
    ['assay run --only "pay.idempotency.*" --watch src', 'one area, again whenever the source changes'],
    ['assay run --config staging.yaml --baseline known.yaml --junit results.xml', 'in CI, with known failures'],
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
      'assay init --payment https://pay.example.org --live-key-env PAY_KEY_1 PAY_KEY_2 --signing-key-env PAY_SIGNING_KEY --no-try',
      'asks nobody',
    ],
  ],
  listen: [
    ['assay listen --listen 0.0.0.0:8787 --signing-key-env PAY_SIGNING_KEY', 'every webhook as it arrives'],
    ['assay listen --config staging.yaml --record deliveries.jsonl', 'kept for run --deliveries'],
  ],
  schema: [['assay schema target > target.schema.json', 'for an editor']],
  report: [
    ['assay report report.json', 'as the run printed it'],
    ['assay report report.json --html report.html', 'the page, later'],
    ['assay report report.json --allure allure-results', 'what Allure makes its report from'],
    ['assay report report.json --format markdown', 'to the output'],
  ],
  replay: [
    ['assay replay report.json pay.idempotency.replay-status --config staging.yaml', 'the checks of a requirement'],
    ['assay replay report.json pay/idempotency/concurrent', 'one check'],
  ],
  compare: [['assay compare before.json after.json', 'what got worse, better, and was observed otherwise']],
  verify: [['assay verify assay-bundle.jsonl --key public.pem', 'a bundle of somebody whose key is known']],
  completion: [
    ['source <(assay completion bash)', 'in ~/.bashrc'],
    ['assay completion zsh > "${fpath[1]}/_assay"', 'for zsh'],
    ['assay completion fish > ~/.config/fish/completions/assay.fish', 'for fish'],
  ],
  list: [['assay list --service payment --level must', 'every must of the payment document']],
  explain: [['assay explain pay.idempotency.key-required', 'where it stands, how it is checked, what it needs']],
  serve: [
    ['assay serve --write sandbox.yaml', 'a sandbox, and a target file for it'],
    ['assay serve --flaw replay-201', 'a sandbox that breaks one promise'],
  ],
} as const satisfies Assembly['examples']
