import type { DarkStyles, Styles } from './theme.ts'

/** The end of a variable's name. A colour has one value for each scheme, the rest one for both. */
const ends: Readonly<Record<string, { end: string; isColour: boolean }>> = {
  backgroundColor: { end: 'background', isColour: true },
  textColor: { end: 'text', isColour: true },
  borderColor: { end: 'border', isColour: true },
  placeholderColor: { end: 'placeholder', isColour: true },
  borderRadius: { end: 'radius', isColour: false },
  width: { end: 'width', isColour: false },
}

/**
 * The custom properties that carry a page's own theme, such as `--siw-primary-light`, by name. They are set on the widget's
 * element, where `defaultTheme` takes them instead of the default value of each scheme.
 */
export const themeVariables = (styles: Styles, darkStyles: DarkStyles = {}): Map<string, string> => {
  const variables = new Map<string, string>()
  const put = (group: string, values: object | undefined, scheme: 'light' | 'dark'): void => {
    for (const [name, value] of Object.entries(values ?? {})) {
      if (value === undefined) continue
      const { end, isColour } = ends[name] ?? { end: name, isColour: true }
      variables.set(`--siw-${group}${end}${isColour ? `-${scheme}` : ''}`, value)
    }
  }
  for (const [scheme, { container, colors, buttons, inputs }] of [
    ['light', styles],
    ['dark', darkStyles],
  ] as const) {
    put('', container, scheme)
    put('', colors, scheme)
    put('button-', buttons?.primary, scheme)
    put('button-secondary-', buttons?.secondary, scheme)
    put('button-disabled-', buttons?.disabled, scheme)
    put('input-', inputs, scheme)
  }
  if (styles.fontFamily !== undefined) variables.set('--siw-font', styles.fontFamily)
  return variables
}
