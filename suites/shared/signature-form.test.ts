import { expect, test } from 'vitest'
import { signatureForm } from './signature-form.ts'

const DIGITS = 'a1'.repeat(32)

test.for<[string[], string]>([
  [[], 'no such header'],
  [['a', 'b'], '2 lines of it'],
  [[`sha256=${DIGITS}`], 'exact'],
  [[`sha256=${DIGITS.toUpperCase()}`], 'upper-case'],
  [[`sha256=${DIGITS},sha256=${DIGITS}`], 'several values in one line'],
  [[`sha256=${DIGITS} sha256=${DIGITS}`], 'several values in one line'],
  [[DIGITS], '64 hex digits without a prefix'],
  [['sha1=a1'], 'sha1= and 2 hex digits'],
  [[`v1:${'aZ'.repeat(21)}_=`], 'v1: and a digest in Base64'],
  [['sha256=none'], 'sha256= and 4 characters that are not all hex digits'],
])('%j has the form: %s', ([lines, form]) => {
  expect(signatureForm(lines)).toBe(form)
})
