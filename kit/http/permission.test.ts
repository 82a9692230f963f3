import { describe, expect, test } from 'vitest'
import { sections } from '../../tests/made-up/sections.ts'
import { archiveService, libraryService, libraryTarget } from '../../tests/made-up/service.ts'
import { GENERATED } from '../rate/ledger.ts'
import type { TargetFile } from '../target/file/file.ts'
import { resolveTarget } from '../target/target.ts'
import type { RecordedRequest } from './exchange.ts'
import { NotPermitted, Permission } from './permission.ts'

const KEY = 'a-key-of-a-reader'

/** What holds requests against a target with a library and an archive. */
function permission(allow: TargetFile['allow'] = {}, environment: 'local' | 'production' = 'local'): Permission {
  const file = { environment, library: { baseUrl: 'http://library' }, archive: { baseUrl: 'http://archive' }, allow }
  const target = resolveTarget(file, { sections, secrets: [] })
  // An empty one is in every request, and makes none of them carry a key.
  return new Permission(target, [libraryService.guard(target), archiveService.guard(target)], [KEY, ''])
}

const request = (method: string, url: string, body?: object, key = KEY): RecordedRequest => ({
  method,
  url,
  headers: key === '' ? [['Accept', '*/*']] : [['Authorization', `Bearer ${key}`]],
  body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
})

const nothing = { spends: {} }

test('what would permit a request is a budget of the service that it goes to', () => {
  const file = {
    environment: 'production',
    library: { baseUrl: 'http://library' },
    archive: { baseUrl: 'http://archive' },
  }
  const target = resolveTarget(file as TargetFile, { sections, secrets: [] })
  const budgets = [
    { baseUrl: 'http://library', name: 'loans', line: '7' },
    { baseUrl: 'http://archive', name: 'copies', line: '9' },
  ]
  const held = new Permission(target, [{ price: (_, sum) => sum }], [KEY], budgets)
  expect(refusalOf(held, request('POST', 'http://archive/anything'))).toMatchObject({ line: 'allow.copies: 9' })
  expect(refusalOf(held, request('POST', 'http://library/anything'))).toMatchObject({ line: 'allow.loans: 7' })
})

describe('the price of a request', () => {
  test('is what either guard says, whoever sends it, and given back where it is refused', () => {
    const price = (method: string, url: string) => permission().price(request(method, url), nothing)
    expect(price('POST', 'http://library/loans')).toEqual({ spends: { loans: 1 }, refund: 'refused' })
    expect(price('POST', 'http://archive/copies')).toEqual({ spends: { copies: 1 } })
    expect(price('GET', 'http://library/loans')).toEqual(nothing)
  })

  test('is that of the check where it says as much', () => {
    const held = permission()
    const said = { spends: { loans: 3 } }
    expect(held.price(request('POST', 'http://library/loans'), said)).toEqual(said)
    const both = held.price(request('POST', 'http://archive/copies'), said)
    expect(both).toEqual({ spends: { loans: 3, copies: 1 } })
  })

  test('is no more than the check says where no credential goes with it', () => {
    expect(permission().price(request('POST', 'http://library/loans', {}, ''), nothing)).toEqual(nothing)
    expect(permission().price(request('POST', 'http://library/loans', {}, 'unknown'), nothing)).toEqual(nothing)
  })

  test('is one request with generated values, whatever it may bring about', () => {
    const said = { spends: { [GENERATED]: 1 } }
    expect(permission().price(request('POST', 'http://library/loans'), said)).toBe(said)
  })
})

test('a price in a budget that no section has is named, with the request', () => {
  const target = libraryTarget()
  const slip = new Permission(target, [{ price: () => ({ spends: { lones: 1 } }) }], [KEY])
  expect(() => slip.price(request('POST', 'http://library/loans'), nothing)).toThrow(
    /^POST http:\/\/library\/loans is priced in lones, which is no budget of any section \(loans, /,
  )
})

describe('a request is not sent', () => {
  test('where a guard refuses it, the first as well as the last', () => {
    const held = permission({ closesDesk: false })
    expect(refusalOf(held, request('DELETE', 'http://library/desk'))).toMatchObject({
      message: 'the desk may not be closed',
      line: 'allow.closesDesk: true',
    })
    const refused = refusalOf(held, request('POST', 'http://archive/originals'))
    expect(refused).toBeInstanceOf(NotPermitted)
    expect(refused).toMatchObject({ message: 'originals are not for the suite', line: undefined })
  })

  test('where its body asks for more than the target file and the check name', () => {
    const long = request('POST', 'http://library/loans', { days: 16 })
    expect(refusalOf(permission(), long)).toMatchObject({ line: 'allow.days: 16' })
    expect(refusalOf(permission(), long, 1)).toMatchObject({ line: 'allow.days: 16' })
    expect(refusalOf(permission(), long, 2)).toBeUndefined()
    expect(refusalOf(permission({ days: 16 }), long)).toBeUndefined()
  })

  test('with a key to a production target without a budget, but to read', () => {
    const held = permission({}, 'production')
    const refused = refusalOf(held, request('POST', 'http://archive/copies'))
    expect(refused).toMatchObject({
      message: 'a production target without a budget is only read',
      line: 'allow.copies: 40',
    })
    expect(refusalOf(held, request('POST', 'http://library/loans'))).toMatchObject({ line: 'allow.loans: 40' })
    expect(refusalOf(held, request('GET', 'http://library/loans'))).toBeUndefined()
    expect(refusalOf(held, request('POST', 'http://archive/copies', {}, ''))).toBeUndefined()
    expect(refusalOf(permission({ copies: 1 }, 'production'), request('POST', 'http://archive/copies'))).toBeUndefined()
  })
})

test('a guard that refuses nothing need not say so', () => {
  const target = libraryTarget()
  const open = new Permission(target, [{ price: (_, said) => said }], [KEY])
  expect(refusalOf(open, request('DELETE', 'http://library/desk'))).toBeUndefined()
})

function refusalOf(held: Permission, asked: RecordedRequest, adds = 0): unknown {
  try {
    held.assert(asked, adds)
    return undefined
  } catch (error) {
    return error
  }
}
