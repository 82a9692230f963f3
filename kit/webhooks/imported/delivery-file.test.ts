import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { DeliveryFile } from './delivery-file.ts'
import { deliveryOf, recordOf } from './delivery-record.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-deliveries-'))
const open: DeliveryFile[] = []
afterEach(() => Promise.all(open.splice(0).map((file) => file.close())))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'deliveries.jsonl')
const record = {
  path: '/hook?a=1',
  headers: [
    ['X-Lib-SIGNATURE', 'one'],
    ['x-lib-signature', 'two'],
  ],
  body: '{"id":"évt",\r\n"a":1.0}',
  arrivedAt: '2026-01-02T03:04:05.678Z',
}
const line = JSON.stringify(record)

async function opened(text: string | Buffer): Promise<DeliveryFile> {
  writeFileSync(path, text)
  const file = await DeliveryFile.open(path)
  open.push(file)
  return file
}

describe('what is read', () => {
  test('a delivery keeps its bytes, its header lines and its moment', async () => {
    const [read] = await (await opened(`${line}\n`)).next()
    const delivery = deliveryOf(read!, 'i1')
    expect(delivery).toMatchObject({
      id: 'i1',
      method: 'POST',
      path: '/hook?a=1',
      headers: record.headers,
      arrivedAt: Date.parse(record.arrivedAt),
      json: { id: 'évt', a: 1 },
      answer: { kind: 'none' },
      imported: true,
    })
    expect(delivery.body).toEqual(Buffer.from(record.body))
    expect(recordOf(delivery)).toEqual({ method: 'POST', ...record })
  })

  test('bytes that are no text come as base64, a whole URL as its path, a moment in milliseconds', async () => {
    const body = Buffer.from([0xff, 0x00, 0x7b])
    const odd = {
      url: 'https://hooks.example.org/in/x?b=2',
      headers: [],
      bodyBase64: body.toString('base64'),
      arrivedAt: 1_767_323_045_678,
      status: 503,
    }
    const [read] = await (await opened(JSON.stringify(odd))).next(true)
    const delivery = deliveryOf(read!, 'i1')
    expect(delivery).toMatchObject({ path: '/in/x?b=2', tls: true, answer: { kind: 'status', status: 503 } })
    expect(delivery.body).toEqual(body)
    expect(recordOf(delivery)).toMatchObject({ bodyBase64: odd.bodyBase64, status: 503 })
  })

  test('a line counts when it has its end, however it is cut', async () => {
    const bytes = Buffer.from(`${line}\n`)
    const cut = bytes.indexOf(Buffer.from('é')) + 1
    const file = await opened(bytes.subarray(0, cut))
    expect(await file.next()).toEqual([])
    appendFileSync(path, bytes.subarray(cut))
    expect(await file.next()).toEqual([record])
    appendFileSync(path, `\n${line}\r\n${line}`)
    expect(await file.next()).toEqual([record])
    expect(await file.next(true)).toEqual([record])
    expect(await file.next(true)).toEqual([])
  })

  test('a list is read once it is whole', async () => {
    const file = await opened(`\n[${line},`)
    expect(await file.next()).toEqual([])
    appendFileSync(path, `${line}]\n`)
    expect(await file.next()).toEqual([record, record])
  })
})

describe('what is wrong is named', () => {
  const without = (...names: readonly (keyof typeof record)[]): object =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !(names as readonly string[]).includes(name)))

  test.each<[string, unknown]>([
    ['expected an object, got a list', []],
    ['expected an object, got a number', 3],
    ['boby: unknown member; did you mean body?', { ...without('body'), boby: '' }],
    ['url, path: expected one of the two', without('path')],
    ['url, path: expected one of the two', { ...record, url: 'https://a.example/x' }],
    ['body, bodyBase64: expected one of the two', without('body')],
    ['body: expected a text, got an object', { ...record, body: { id: 1 } }],
    ['bodyBase64: is not base64', { ...without('body'), bodyBase64: 'é' }],
    ['url: expected an absolute URL', { ...without('path'), url: '/x' }],
    ['path: expected a path that begins with /', { ...record, path: 'x' }],
    ['arrivedAt: missing', without('arrivedAt')],
    [
      'arrivedAt: expected ISO 8601 with a zone, or milliseconds since 1970, got 1767323045',
      { ...record, arrivedAt: 1_767_323_045 },
    ],
    ['got "2026-01-02T03:04:05"', { ...record, arrivedAt: '2026-01-02T03:04:05' }],
    ['status: expected a whole number from 100 to 599, got "200"', { ...record, status: '200' }],
    ['headers: missing', without('headers')],
    ['headers: expected pairs of name and value as they came', { ...record, headers: { a: 'b' } }],
    ['headers[1]: expected pairs of name and value', { ...record, headers: [['a', 'b'], ['c']] }],
  ])('%s', async (problem, value) => {
    const file = await opened(`${line}\n${JSON.stringify(value)}\n`)
    await expect(file.next()).rejects.toThrow(`${path}, line 2: `)
    const again = await opened(`[${line}, ${JSON.stringify(value)}]`)
    await expect(again.next()).rejects.toThrow(new RegExp(`, entry 2: .*${problem.replaceAll(/[[\]()?]/g, '\\$&')}`))
  })

  test('a line that is no JSON, and its text is not repeated', async () => {
    const file = await opened(`${line}\n{"secret": whsec_1}\n`)
    const problem = await file.next().catch((error: Error) => error.message)
    expect(problem).toBe(`${path}, line 2: is no JSON`)
  })

  test('a file that is cut short, that is none, or that is not there', async () => {
    const file = await opened(`${line}\n`)
    await file.next()
    truncateSync(path, 3)
    await expect(file.next()).rejects.toThrow('was cut short while it was read')
    await expect(DeliveryFile.open(folder)).rejects.toThrow(`${folder}: is no file`)
    await expect(DeliveryFile.open(join(folder, 'none'))).rejects.toThrow(/none: no such file; the listener/)
  })
})
