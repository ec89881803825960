import type { ShapeOf } from '../../shape/index.ts'

/** Any CSS colour. */
type ButtonColours = { backgroundColor?: string; textColor?: string; borderColor?: string }
type Button = ButtonColours & { borderRadius?: string }
type Buttons<B> = { primary?: B; secondary?: B; disabled?: B }

/** The colours of a theme, for the scheme that `styles` does not describe. */
export type DarkStyles = {
  container?: { backgroundColor?: string; borderColor?: string }
  colors?: { primary?: string; secondary?: string; success?: string; error?: string }
  buttons?: Buttons<ButtonColours>
  inputs?: { backgroundColor?: string; textColor?: string; placeholderColor?: string; borderColor?: string }
}

/** Custom appearance. Values are any CSS values of their kind; missing ones keep the default (SPEC §3). */
export type Styles = {
  container?: { backgroundColor?: string; borderColor?: string; borderRadius?: string; width?: string }
  colors?: DarkStyles['colors']
  buttons?: Buttons<Button>
  inputs?: NonNullable<DarkStyles['inputs']> & { borderRadius?: string }
  fontFamily?: string
  hideHeaderText?: boolean
  logo?: { logoImageUrl: string; alt?: string }
}

/** Light or dark. Colours in `styles` are those of the light scheme, `darkStyles` those of the dark one. */
export type Presentation = {
  /** `auto`, the default, follows the system preference. */
  colorScheme?: 'auto' | 'light' | 'dark'
  darkStyles?: DarkStyles
}

const colours = { backgroundColor: 'string', textColor: 'string', borderColor: 'string' } as const
const button = { fields: colours } as const
const roundButton = { fields: { ...colours, borderRadius: 'string' } } as const
const inputs = { ...colours, placeholderColor: 'string' } as const

const darkShape: ShapeOf<DarkStyles> = {
  fields: {
    container: { fields: { backgroundColor: 'string', borderColor: 'string' } },
    colors: { fields: { primary: 'string', secondary: 'string', success: 'string', error: 'string' } },
    buttons: { fields: { primary: button, secondary: button, disabled: button } },
    inputs: { fields: inputs },
  },
}

/** Shape of `styles` for validation. */
export const stylesShape: ShapeOf<Styles> = {
  fields: {
    container: {
      fields: { backgroundColor: 'string', borderColor: 'string', borderRadius: 'string', width: 'string' },
    },
    colors: darkShape.fields.colors,
    buttons: { fields: { primary: roundButton, secondary: roundButton, disabled: roundButton } },
    inputs: { fields: { ...inputs, borderRadius: 'string' } },
    fontFamily: 'string',
    hideHeaderText: 'boolean',
    logo: { fields: { logoImageUrl: 'string', alt: 'string' }, required: ['logoImageUrl'] },
  },
}

/** Shape of `presentation` for validation. */
export const presentationShape: ShapeOf<Presentation> = {
  fields: { colorScheme: { oneOf: ['auto', 'light', 'dark'] }, darkStyles: darkShape },
}

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
