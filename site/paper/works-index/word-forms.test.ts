import { expect, test } from 'vitest'
import { wordForms } from './judge.ts'

test.each([
  ['pose', ['posing', 'poses', 'posed']],
  ['posing', ['pose', 'poses', 'posed']],
  ['poses', ['pose', 'posing']],
  ['memory', ['memories']],
  ['memories', ['memory']],
  ['replication', ['replications']],
  ['running', ['runs']],
  ['runs', ['running']],
  ['classes', ['class']],
  ['boxes', ['boxing']],
  ['network', ['networks']],
])('%s also matches %j', (word, forms) => {
  expect(wordForms(word)).toEqual(expect.arrayContaining(forms))
})

test.each(['why', 'h2o2', 'crispr9', 'память', ''])('%s has no other forms', word => {
  expect(wordForms(word)).toEqual([])
})

test.each([
  ['string', 'str'],
  ['thing', 'the'],
  ['stress', 'stres'],
  ['bias', 'bia'],
  ['virus', 'viru'],
  ['pose', 'pose'],
])('%s is not a form of %s', (word, other) => {
  expect(wordForms(word)).not.toContain(other)
})
