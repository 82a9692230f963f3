import { header } from 'assay-conformance/kit'
import { startReceiver } from 'assay-conformance/kit/webhooks'
import { expect, test } from 'vitest'
import { startLibrary } from './index.ts'

test('an event that meets an error is sent again, with the same body', async () => {
  const receiver = await startReceiver()
  const library = await startLibrary({ timeScale: 50 })
  try {
    const inbox = receiver.inbox('events')
    inbox.script({ when: () => true, answers: [{ kind: 'status', status: 503 }] })
    const { library: section } = library.targetFile()
    const ask = async (path: string, body?: object) => {
      const headers = { 'Library-Key': section.keys.member }
      const answer = await fetch(library.url + path, { method: 'POST', headers, body: JSON.stringify(body) ?? null })
      return (await answer.json()) as { id: string }
    }
    const { id } = await ask('/loans', { copy: section.copies[0], notify_url: inbox.url })
    await ask(`/loans/${id}/return`)
    const first = await inbox.next(() => true, { within: 5000 })
    const second = await inbox.next(() => true, { within: 5000, after: first })
    expect(second.json).toEqual(first.json)
    expect(header(second.headers, 'Library-Signature')).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
  } finally {
    await library.close()
    await receiver.close()
  }
})
