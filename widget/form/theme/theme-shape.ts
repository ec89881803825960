import type { ShapeOf } from '../../shape/index.ts'
import type { DarkStyles, Presentation, Styles } from './theme.ts'

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
