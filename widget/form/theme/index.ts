export { attachStyleSheet, commonStyles } from './attach-style-sheet.ts'
export {
  type DarkStyles,
  type Presentation,
  presentationShape,
  type Styles,
  stylesShape,
  themeVariables,
} from './theme-variables.ts'
