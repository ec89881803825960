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
