import { describe, expect, test } from 'vitest'
import { archiveSection, librarySection, sections } from '../../../tests/made-up/sections.ts'
import { schemaAt } from '../../schema/places.ts'
import { targetFileSchemaOf } from './schema.ts'

describe('the schema of a target file', () => {
  const schema = targetFileSchemaOf(sections)

  test('has the sections between what stands before them and what stands behind', () => {
    expect(Object.keys(schema.properties ?? {})).toEqual([
      '$schema',
      'name',
      'environment',
      'timeScale',
      'allow',
      'library',
      'archive',
      'webhooks',
      'network',
      'timing',
    ])
    expect(schema.properties?.library).toBe(librarySection.schema)
  })

  test('has in allow what the sections bring, beside what is always there', () => {
    expect(Object.keys(schemaAt(schema, ['allow'])?.properties ?? {})).toEqual([
      'loans',
      'copies',
      'days',
      'generated',
      'closesDesk',
    ])
    expect(schemaAt(schema, ['allow', 'copies'])).toMatchObject({
      type: 'integer',
      description: 'Copies a run may cause at most. Without it: 5 for environment local, otherwise 0.',
      examples: [3],
    })
  })

  test('asks for one section at least', () => {
    expect(schema.anyOf).toEqual([{ required: ['library'] }, { required: ['archive'] }])
    expect(targetFileSchemaOf([archiveSection]).anyOf).toEqual([{ required: ['archive'] }])
  })

  test('is made once for the same sections, in whatever list they stand', () => {
    expect(targetFileSchemaOf([...sections])).toBe(schema)
    expect(targetFileSchemaOf(sections.slice(0, 1))).not.toBe(schema)
    expect(targetFileSchemaOf(sections.toReversed())).not.toBe(schema)
  })

  test('is JSON: what the kit alone reads of it is not printed', () => {
    expect(JSON.parse(JSON.stringify(schemaAt(schema, ['library', 'desk', 'url'])))).toEqual({
      type: 'string',
      minLength: 1,
      description: 'Where it is.',
      examples: ['https://desk.example'],
    })
  })
})
