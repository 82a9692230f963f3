import { describe, expect, test } from 'vitest'
import { archiveContract, libraryContract } from '../../tests/made-up/service.ts'
import { contractOf, requirementIn } from './catalogues.ts'

const contracts = [libraryContract, archiveContract]

describe('the contract of an id', () => {
  test.each([
    ['a requirement', 'lib.loan.limit', 'library'],
    ['an open point', 'lib.open.fines', 'library'],
    ['a check', 'arc/copies/made', 'archive'],
    ['a prefix alone', 'arc', 'archive'],
    ['a requirement that its catalogue does not have', 'lib.loan.forgiven', 'library'],
  ])('%s', (_, id, expected) => {
    expect(contractOf(contracts, id)?.id).toBe(expected)
  })

  test.each(['library.loan.limit', 'li.loan.limit', 'libx.loan', 'mus.picture', '', '.lib'])('%j has none', (id) => {
    expect(contractOf(contracts, id)).toBeUndefined()
  })
})

test('a requirement is found in the catalogue that has it', () => {
  expect(requirementIn(contracts, 'arc.copy.made')).toEqual({ level: 'must', at: 'Copies', text: 'A copy is made.' })
  expect(contracts.map(({ catalogue }) => Object.keys(catalogue).length)).toEqual([6, 1])
})

test.each(['lib.loan.forgiven', 'mus.picture.hung', 'lib.toString'])('%s is an error that names it', (id) => {
  expect(() => requirementIn(contracts, id)).toThrow(new TypeError(`no contract has the requirement ${id}`))
})
