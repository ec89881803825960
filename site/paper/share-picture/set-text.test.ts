import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cut, setText } from './draw-picture.ts'

/** Every character as wide as half its height. */
const measure = (text: string): number => [...text].length / 2
const box = { width: 400, height: 120, sizes: [40, 30, 20], leading: 1, measure }

describe('text in a box', () => {
  test('text is set as large as fits, in lines of similar length', () => {
    expect(setText('One two three', box)).toEqual({ lines: ['One two three'], size: 40 })
    expect(setText('Reading literary fiction improves theory', box)).toEqual({
      lines: ['Reading literary', 'fiction improves', 'theory'],
      size: 40,
    })
    expect(setText('word '.repeat(20), box).size).toBe(30)
  })

  test('text breaks after hyphens, and anywhere in Chinese', () => {
    expect(setText('placebo-controlled-study', { ...box, sizes: [40] }).lines).toEqual(['placebo-', 'controlled-study'])
    expect(setText('深层学习的基础一个关于神经网络的研究报告二', { ...box, sizes: [40] }).lines.length).toBe(2)
  })

  test('overflowing text ends in “…”, also within a long word', () => {
    const { lines, size } = setText('word '.repeat(100), box)
    expect([size, lines.length]).toEqual([20, 6])
    expect(lines.at(-1)).toMatch(/…$/)
    expect(setText('x'.repeat(500), box)).toEqual({ lines: [`${'x'.repeat(39)}…`], size: 20 })
  })

  test('text stays in its box and is complete if it fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), text => {
        const { lines, size } = setText(text, box)
        expect(lines.length * size).toBeLessThanOrEqual(box.height)
        for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(box.width)
        const letters = (written: string) => written.replace(/\s/g, '')
        if (!lines.some(line => line.endsWith('…'))) expect(letters(lines.join(''))).toBe(letters(text))
      }),
    )
  })
})

test('a line is truncated only if too wide', () => {
  expect(cut('0123456789', 5, measure)).toBe('0123456789')
  expect(cut('0123456789a', 5, measure)).toBe('012345678…')
})
