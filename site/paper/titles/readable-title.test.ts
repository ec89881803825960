import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableTitle } from './readable-title.ts'

test.each([
  ['Density estimation for $\\beta$-dependent sequences', 'Density estimation for β-dependent sequences'],
  ['\\textit{Escherichia coli} and {\\it ab initio} work', 'Escherichia coli and ab initio work'],
  ['R\\\'enyi, K\\"ahler, Schr\\"{o}dinger, \\.Zelazko, Szeg\\H{o}', 'Rényi, Kähler, Schrödinger, Żelazko, Szegő'],
  ['Carlini-Miji\\\'c, Stra\\ss e, na\\"\\i ve, \\`a la', 'Carlini-Mijić, Straße, naïve, à la'],
  ['Photon absorption in $^3$He and $^{137}$Cs', 'Photon absorption in ³He and ¹³⁷Cs'],
  ['Weak decays in QCD at large-$N_c$ and $10^{-3}$', 'Weak decays in QCD at large-Nc and 10⁻³'],
  ['$W^+W^+$ at $\\sqrt{s} = 13$ TeV, $\\frac{1}{3}$ of it', 'W⁺W⁺ at √s = 13 TeV, 1/3 of it'],
  ['Radiative $B \\to K^* \\gamma $ transition', 'Radiative B → K* γ transition'],
  ['$x^{n-k}$, $2^{\\aleph_0}$, $e^{max}$ and $K_{effective}$', 'xⁿ⁻ᵏ, 2^(ℵ₀), eᵐᵃˣ and Keffective'],
  ['Matrices of $\\mathrm{GL}_2(\\mathbb {Z})$', 'Matrices of GL₂(Z)'],
  ['On $SL_2(\\mathbb{Z}) and related experiments', 'On SL₂(Z) and related experiments'],
  ['NIP ω$\\omega$‐categorical, GL(n,C)$GL(n,{\\mathbb {C}})$‐varieties', 'NIP ω‐categorical, GL(n,C)‐varieties'],
  ['Q\\&A: 5\\% of \\$10', 'Q&A: 5% of $10'],
  ['Does \\emphJASIST have an archive?', 'Does JASIST have an archive?'],
  ['at $$ \\\\sqrt{s_{\\\\mathrm{NN}}} $$ = 8 TeV', 'at √sNN = 8 TeV'],
])('title cleaning: %s', (title, readable) => expect(readableTitle(title)).toBe(readable))

test.each([
  'University of California Press; 259 pp; $10.00',
  'Paperback $12.50, cloth $37.50 (two volumes)',
  'New York: John Wiley & Sons. $5.00 - $7.00 a copy, 1961',
  'What you can cram into a single $&!#* vector',
  'catalyzed by sulfided CoO$z.sbnd;MoO3/$gamma;-Al2O3',
  'The $1 million question and the $2 million answer',
  'Ke$ha: pop and $elf',
  'A {4+2} cycloaddition of x^2',
])('stays as it is: %s', title => expect(readableTitle(title)).toBe(title))

test('any text cleans to non-empty text without new TeX', () => {
  const signs = (text: string) => text.replace(/[^\\$]/g, '').length
  const part = fc.constantFrom(
    '$',
    '\\',
    '{',
    '}',
    '^',
    '_',
    '\\frac',
    '\\alpha',
    "\\'",
    '\\emph',
    'a',
    ' ',
    '5',
    '$$',
    'é',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyLetter }),
        fc.array(part, { maxLength: 40 }).map(parts => parts.join('')),
      ),
      title => {
        const read = readableTitle(title)
        expect(read === '').toBe(title === '')
        expect(signs(read)).toBeLessThanOrEqual(signs(title))
      },
    ),
  )
})
