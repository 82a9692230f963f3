import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, aroundEach, expect, test } from 'vitest'
import { judgeTarget } from '../../kit/report/of-run.ts'
import type { Report } from '../../kit/report/report.ts'
import { inVirtualTime } from '../../kit/virtual/virtual-time.ts'
import { startCapture } from '../../kit/webhooks/listener/server.ts'
import { startPaymentService } from '../../reference/payment/index.ts'
import { paymentChecks } from '../../suites/payment/index.ts'
import { judgedBy, targetOf } from '../targets.ts'

aroundEach(inVirtualTime)

const open: { close(): unknown }[] = []
afterAll(() => Promise.all(open.map((each) => each.close())))

type Alter = (headers: string[], body: Buffer) => { headers: string[]; body: Buffer }

/** A tunnel before the listener that alters what it carries. */
async function tunnelled(alter: Alter): Promise<Report> {
  let to = ''
  const tunnel = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { headers, body } = alter(incoming.rawHeaders, Buffer.concat(chunks))
    const lengthless = headers.flatMap((name, at) =>
      at % 2 === 0 && name.toLowerCase() !== 'content-length' ? [name, headers[at + 1] ?? ''] : [],
    )
    const all = [...lengthless, 'Content-Length', String(body.length)]
    const onward = request(
      `${to}${incoming.url}`,
      { method: incoming.method, headers: all, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    onward.end(body)
  })
  await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`
  const capture = await startCapture({ publicUrl })
  to = `http://127.0.0.1:${capture.listening.port}`
  const service = await startPaymentService({ timeScale: 60 })
  open.push({ close: () => tunnel.closeAllConnections() }, tunnel, capture, service)
  const target = targetOf(service.targetFile())
  return judgeTarget({
    ...judgedBy(target),
    checks: paymentChecks,
    seed: 1,
    only: ['pay.signature.*', 'pay/statuses/completed'],
    capture,
  })
}

const verdictOf = ({ requirements }: Report, id: string) => requirements.find((each) => each.id === id)

test('a tunnel that alters bodies accuses nobody: webhooks are not exercised, and the report says why', async () => {
  const report = await tunnelled((headers, body) => ({
    headers,
    body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
  }))
  expect(report.notes.join('\n')).toMatch(
    /webhooks are not exercised: http:\S+: bodies are altered on the way, so that signatures cannot be judged/,
  )
  expect(verdictOf(report, 'pay.signature.verifies')?.verdict).toBe('unexercised')
  expect(report.deliveries).toEqual([])
})

test('a tunnel that alters the case or the number of header lines is noted, and signatures are judged', async () => {
  const report = await tunnelled((headers, body) => ({
    headers: headers.map((each, at) => (at % 2 === 0 ? each.toLowerCase() : each)),
    body,
  }))
  expect(report.notes.join('\n')).toMatch(
    /webhooks: http:\S+: case or repetition of header lines is altered on the way/,
  )
  expect(verdictOf(report, 'pay.signature.verifies')?.verdict).toBe('pass')
  expect(report.outcome.exitCode).toBe(0)
})
