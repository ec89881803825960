import fc from 'fast-check'
import { type Doi, doiFromText } from '../doi.ts'

const awkward = fc.constantFrom(
  '/',
  '//',
  '/./',
  '/../',
  '.',
  '..',
  '%',
  '%2F',
  '%41',
  '#',
  '?',
  ';',
  '<',
  '>',
  '(',
  ')',
  '[',
  ']',
  '+',
  '\\',
  '"',
  '&',
  'é',
  'ü',
  'སྦ',
  '😀',
  '/claim',
  '/vote',
  '/audit/',
  '/cite/bibtex',
  'A',
  '://',
)
const piece = fc.oneof(awkward, fc.string({ maxLength: 6 }), fc.string({ unit: 'grapheme', maxLength: 4 }))

/** Suffixes with everything that DOI syntax allows, and all characters with a special meaning in software. */
const suffix = fc.array(piece, { minLength: 1, maxLength: 8 }).map(pieces => pieces.join(''))
const prefix = fc.tuple(fc.integer({ min: 1000, max: 999_999_999 }), fc.array(fc.nat(99), { maxLength: 2 }))

/** Any DOI, in its storage form. */
export const dois: fc.Arbitrary<Doi> = fc
  .tuple(prefix, suffix)
  .map(([[registrant, parts], rest]) => doiFromText(`10.${[registrant, ...parts].join('.')}/${rest}`))
  .filter(doi => doi !== null)
