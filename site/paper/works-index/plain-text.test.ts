import { anyLetter } from '@corroborate/wire/testing/any-letter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['Serotonin transporter<i>5-HTTLPR</i>genotype', 'Serotonin transporter 5-HTTLPR genotype'],
  ['H<sub>2</sub>O and <sup>137</sup>Cs', 'H2O and 137Cs'],
  ['<i>Fusobacterium nucleatum</i>, again', 'Fusobacterium nucleatum, again'],
  ['Nicotine &amp;amp; Tobacco', 'Nicotine & Tobacco'],
  ['Universit&#x0E4;t &rsquo;s', 'Universität ’s'],
  ['small (< 2.5 mm) and R(s)<1/2', 'small (< 2.5 mm) and R(s)<1/2'],
  ['a <mml:math display="inline"><mml:mi>x</mml:mi></mml:math> b', 'a x b'],
  [
    'of <mml:math><mml:msup><mml:mn>10</mml:mn><mml:mrow><mml:mo>−</mml:mo><mml:mn>3</mml:mn></mml:mrow></mml:msup></mml:math> eV',
    'of 10−3 eV',
  ],
  [
    'a <alternatives><tex-math>\\documentclass{minimal}\\begin{document}$$x^2$$\\end{document}</tex-math><mml:math><mml:mi>x</mml:mi></mml:math></alternatives> b',
    'a x b',
  ],
  ['with <tex-math>\\documentclass{minimal}\\begin{document}$x^2$\\end{document}</tex-math> held', 'with $x^2$ held'],
  [
    'a <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math> b',
    'a x b',
  ],
  ['one\n   two', 'one two'],
  ['Epley & Gilovich; 2005', 'Epley & Gilovich; 2005'],
  ['&#0;&#xD800;&nosuch;', '&nosuch;'],
])('plain text: %s', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

test('plain text conversion accepts any text', () => {
  fc.assert(fc.property(fc.string({ unit: anyLetter, maxLength: 200 }), text => typeof plainText(text) === 'string'))
})
