import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'

/**
 * Has a client carry out operations: one line of JSON on standard input for each, one on standard output in return.
 *
 * @param {(request: { method: string, url: string, headers: object, json?: object }) => Promise<object>} send
 *   sends over the library under test; rejects with an error that has `status` and `body` where the answer is no success
 */
export function drive(send) {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const asked = JSON.parse(line)
    const answer = await carriedOut(send, asked)
    console.log(JSON.stringify({ id: asked.id, several: true, ...answer }))
  })
}

async function carriedOut(send, asked) {
  const operation = operations[asked.operation]
  if (operation === undefined) return { unsupported: true }
  try {
    return { ok: true, result: await operation(send, asked) }
  } catch (error) {
    const { status, body } = error
    return { ok: false, error: { status, code: body?.error_code ?? body?.error?.code, message: String(error.message) } }
  }
}

const payments = (send, { baseUrl, apiKey }, method, path, json) =>
  send({
    method,
    url: `${baseUrl}/api/v1${path}`,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      // One key a creation: whatever the library sends again has the same.
      ...(method === 'POST' && path === '/payments' ? { 'Idempotency-Key': randomUUID() } : {}),
    },
    json,
  })

const messages = (send, { baseUrl, apiKey, bearer }, method, path, json) =>
  send({
    method,
    url: `${baseUrl}/v1${path}`,
    headers: {
      'X-API-Key': apiKey,
      ...(/^\/(developer_apps|campaign)/.test(path) ? { Authorization: `Bearer ${bearer}` } : {}),
    },
    json,
  })

const TERMINAL = ['completed', 'failed', 'expired', 'cancelled']
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const operations = {
  create: (send, asked) => payments(send, asked, 'POST', '/payments', asked.input),
  read: (send, asked) => payments(send, asked, 'GET', `/payments/${asked.input.id}`),
  refresh: (send, asked) => payments(send, asked, 'POST', `/payments/${asked.input.id}/refresh`),
  async wait(send, asked) {
    for (;;) {
      const payment = await operations.read(send, asked)
      if (TERMINAL.includes(payment.status)) return payment
      await pause(1000)
    }
  },

  resendOtp(send, asked) {
    const {
      phone_number: phone,
      delivery_method: channel = 'sms',
      message_template: template,
      callback_url: callback,
    } = asked.input
    if (!['sms', 'call', 'whatsapp'].includes(channel)) throw new Error(`there is no channel ${channel}`)
    if (template !== undefined && !template.includes('{code}')) throw new Error('the template lacks {code}')
    if (callback !== undefined && !callback.startsWith('https:')) throw new Error('callbacks take HTTPS')
    const app = asked.binding === 'unbound' ? { app_key: asked.appKey } : {}
    return messages(send, asked, 'POST', '/otp/resend', {
      ...asked.input,
      phone_number: phone.replace(/\D/g, ''),
      ...app,
    })
  },
  async readConversation(send, asked) {
    const answer = await messages(send, asked, 'GET', `/whatsapp/conversations/${asked.input.conversation_id}`)
    return answer.data ?? answer
  },
  markRead: (send, asked) =>
    messages(send, asked, 'POST', `/whatsapp/conversations/${asked.input.conversation_id}/read`, {
      up_to: asked.input.up_to,
    }),
  createApp: (send, asked) => messages(send, asked, 'POST', '/developer_apps', asked.input),
  readApp: (send, asked) => messages(send, asked, 'GET', `/developer_apps/get-by-key/${asked.input.app_key}`),
  listSenders(send, asked) {
    const query = new URLSearchParams(asked.input).toString()
    return messages(send, asked, 'GET', `/whatsapp/senders${query === '' ? '' : `?${query}`}`)
  },
  readCampaign: (send, asked) => messages(send, asked, 'GET', `/campaign/${asked.input.campaign_id}`),
  listWorkspaces: (send, asked) => messages(send, asked, 'GET', '/workspace/all/'),
  send: (send, asked) => messages(send, asked, 'POST', '/message/send-instant', asked.input),
}
