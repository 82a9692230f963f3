import { expect, test } from 'vitest'
import { own } from '../own/own.ts'
import type { Verified } from './bundle-file.ts'
import { certificateOf } from './certificate.ts'

const verified = (signedBy?: string): Verified =>
  ({
    bundle: { report: {}, statement: { predicate: { suite: { version: '0.1.0' } } }, signedBy },
    standing: { confirmed: [], withheld: [] },
  }) as unknown as Verified

test.each([
  ['the key that was given', 'ab', "../the signer's.pem", `--key '../the signer'\\''s.pem'`],
  ['the usual one where none was given', 'ab', undefined, '--key public.pem'],
  ['none where nobody signed', undefined, undefined, '--unsigned-ok'],
])('the command of a certificate names %s', (_, signedBy, key, expected) => {
  const { command, commandElsewhere, isKeyKnown } = certificateOf(verified(signedBy), 'made/b.jsonl', own, key)
  expect(command).toBe(`assay verify made/b.jsonl ${expected}`)
  expect(commandElsewhere).toBe(`assay verify b.jsonl ${expected.replace('../', '')}`)
  expect(isKeyKnown).toBe(key !== undefined)
})
