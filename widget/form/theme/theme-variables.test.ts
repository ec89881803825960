import { describe, expect, test } from 'vitest'
import { checkShape } from '../../shape/index.ts'
import { defaultTheme } from './attach-style-sheet.ts'
import { stylesShape, themeVariables } from './index.ts'

const everything = {
  container: { backgroundColor: 'a', borderColor: 'b', borderRadius: 'c', width: 'd' },
  colors: { primary: 'e', secondary: 'f', success: 'g', error: 'h' },
  buttons: {
    primary: { backgroundColor: 'i', textColor: 'j', borderColor: 'k', borderRadius: 'l' },
    secondary: { backgroundColor: 'm', textColor: 'n', borderColor: 'o', borderRadius: 'p' },
    disabled: { backgroundColor: 'q', textColor: 'r', borderColor: 's', borderRadius: 't' },
  },
  inputs: { backgroundColor: 'u', textColor: 'v', placeholderColor: 'w', borderColor: 'x', borderRadius: 'y' },
  fontFamily: 'z',
}

describe('custom theme', () => {
  test('an empty theme sets no variables', () => expect(themeVariables({}).size).toBe(0))

  test('every theme value reaches the style sheet', () => {
    checkShape(everything, stylesShape, 'styles')
    const { container, colors, buttons, inputs } = everything
    const variables = themeVariables(everything, { container, colors, buttons, inputs })
    const taken = new Set(defaultTheme.match(/--siw-[\w-]+/g))
    expect([...variables.keys()].filter(name => !taken.has(name))).toEqual([])
    expect(new Set(variables.values()).size).toBe(26)
  })

  test('undefined values are ignored', () => {
    expect([...themeVariables({ colors: { primary: 'red' }, container: {} })]).toEqual([['--siw-primary-light', 'red']])
  })

  test('dark colors are separate', () => {
    const variables = themeVariables({ colors: { primary: 'navy' } }, { colors: { primary: 'white' } })
    expect([...variables]).toEqual([
      ['--siw-primary-light', 'navy'],
      ['--siw-primary-dark', 'white'],
    ])
  })
})
