import { expect, test } from 'vitest'
import { fileKind } from './file-kind.ts'

test.each([
  ['{"format":"assay-report/9","run":{}}', 'a report'],
  ['{\n  "format": "assay-report/9"\n}', 'a report'],
  ['{"kind":"head","body":{"format":"assay-bundle/3"}}\n{}\n', 'a bundle'],
  ['<!DOCTYPE html>\n<html>', 'a page for a browser'],
  ['<?xml version="1.0"?>\n<testsuites/>', 'JUnit XML'],
  ['-----BEGIN PUBLIC KEY-----\nabc', 'a key in PEM'],
  ['{"columns":[],"rows":[],"points":[]}', 'a matrix (matrix --json)'],
  ['{"worse":[],"better":[],"observations":[]}', 'a comparison (compare --json)'],
  ['{"log":{"version":"1.2"}}', 'an HTTP archive'],
  ['{"headers":[],"arrivedAt":1,"path":"/a"}\n{"headers":[]}\n', 'a file of deliveries (listen --record)'],
  ['known:\n  - requirement: a\n', 'a baseline of known failures'],
  ['name: a\nlibrary:\n  baseUrl: http://127.0.0.1:1\n', 'a target file'],
  ['library.baseUrl: http://127.0.0.1:1\n', 'a target file'],
  ['library: { run: "node client.js" }\n', 'a target file'],
  [' \n', 'an empty file'],
  ['{"a":1}', undefined],
  ['just words', undefined],
  ['{"a": [1, ', undefined],
])('%s is %s', (text, kind) => {
  expect(fileKind(text)).toBe(kind)
})
