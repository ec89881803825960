/** The colours of the light scheme (SPEC §3) and of the dark one, by the end of their variable's name. The dark ones are not computed from the light ones. */
const colours: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  background: ['#fff', '#151f26'],
  border: ['#adbcc5', '#33444f'],
  primary: ['#19303d', '#e6ecee'],
  secondary: ['#5c727d', '#9fb1ba'],
  success: ['#0c5a56', '#5fc3b4'],
  error: ['#8b1214', '#f5a09b'],
  'button-background': ['#19303d', '#cfe0e8'],
  'button-text': ['#fff', '#0f171c'],
  'button-border': ['#19303d', '#cfe0e8'],
  'button-secondary-background': ['#fff', '#1a262e'],
  'button-secondary-text': ['#19303d', '#e6ecee'],
  'button-secondary-border': ['#19303d', '#5c727d'],
  'button-disabled-background': ['#f3f5f6', '#1f2c35'],
  'button-disabled-text': ['#5c727d', '#8fa3ad'],
  'button-disabled-border': ['#f3f5f6', '#1f2c35'],
  'input-background': ['#fff', '#0f171c'],
  'input-text': ['#19303d', '#e6ecee'],
  'input-placeholder': ['#5c727d', '#8fa3ad'],
  'input-border': ['#5c727d', '#6b818c'],
}

const others: Readonly<Record<string, string>> = {
  radius: '8px',
  width: '400px',
  'button-radius': '4px',
  'button-secondary-radius': '4px',
  'button-disabled-radius': '4px',
  'input-radius': '4px',
  font: 'Arial, "Helvetica Neue", sans-serif',
}

const rules = [
  ...Object.entries(colours).map(
    ([name, [light, dark]]) => `${name}:light-dark(var(--siw-${name}-light,${light}),var(--siw-${name}-dark,${dark}))`,
  ),
  ...Object.entries(others).map(([name, value]) => `${name}:${value}`),
]

/**
 * Every value of the theme as a custom property. They are in a layer, so that any rule of the page that is in none may
 * set them; `styles` and `darkStyles` arrive as the variables with `-light` and `-dark` at their end.
 */
export const defaultTheme = `@layer sign-in-widget{.siw{${rules.map(rule => `--siw-${rule}`).join(';')}}}`
