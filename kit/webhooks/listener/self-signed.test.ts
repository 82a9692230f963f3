import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { choice, integer, objectId, octets, time } from './der.ts'
import { selfSigned } from './self-signed.ts'

describe('a self-signed certificate', () => {
  const { cert, key, fingerprint } = selfSigned(['hooks.example.org', '10.1.2.3', '::1', '2001:db8::ff00:42:8329'])
  const parsed = new X509Certificate(cert)

  test('is signed by its own key, and an authority of its own', () => {
    expect(parsed.verify(parsed.publicKey)).toBe(true)
    expect(parsed.ca).toBe(true)
    expect([parsed.subject, parsed.issuer]).toEqual(['CN=assay', 'CN=assay'])
    expect(parsed.fingerprint256).toBe(fingerprint)
  })

  test('is good for a day, from a day before', () => {
    const hours = (text: string): number => Math.round((Date.parse(text) - Date.now()) / 3_600_000)
    expect([hours(parsed.validFrom), hours(parsed.validTo)]).toEqual([-24, 24])
  })

  test.for(['localhost', 'hooks.example.org'])('holds for the host %s', (host) => {
    expect(parsed.checkHost(host)).toBe(host)
  })

  test.for(['127.0.0.1', '10.1.2.3', '::1', '2001:db8::ff00:42:8329'])('holds for the address %s', (address) => {
    expect(parsed.checkIP(address)).toBe(address)
  })

  test('holds for nobody else', () => {
    expect([parsed.checkHost('example.org'), parsed.checkIP('10.1.2.4')]).toEqual([undefined, undefined])
  })

  test('is trusted by a client that knows it', async () => {
    const server = createServer({ cert, key }, (socket) => socket.end('hello'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect({ host: '127.0.0.1', port, ca: cert, servername: 'hooks.example.org' })
    const [said] = await once(socket, 'data')
    expect(String(said)).toBe('hello')
    expect(socket.authorized).toBe(true)
    socket.destroy()
    server.close()
  })
})

test('values are encoded as the rules say', () => {
  expect(objectId('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302')
  expect(integer(Buffer.from([0, 0, 0x80])).toString('hex')).toBe('02020080')
  expect(integer(Buffer.from([0])).toString('hex')).toBe('020100')
  expect(octets(Buffer.alloc(0x7f)).subarray(0, 2).toString('hex')).toBe('047f')
  expect(octets(Buffer.alloc(0x80)).subarray(0, 3).toString('hex')).toBe('048180')
  expect(octets(Buffer.alloc(0x1234)).subarray(0, 4).toString('hex')).toBe('04821234')
  expect(time(new Date('2031-02-03T04:05:06.789Z')).toString('latin1')).toBe('\x17\x0d310203040506Z')
  expect(time(new Date('2051-02-03T04:05:06Z')).toString('latin1')).toBe('\x18\x0f20510203040506Z')
  expect(choice(7, Buffer.from([1])).toString('hex')).toBe('870101')
})
