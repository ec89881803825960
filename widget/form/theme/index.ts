export { attachStyleSheet, commonStyles } from './attach-style-sheet.ts'
export type { DarkStyles, Presentation, Styles } from './theme.ts'
export { presentationShape, stylesShape } from './theme-shape.ts'
export { themeVariables } from './theme-variables.ts'
