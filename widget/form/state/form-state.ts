import { manifestList, type ProductScreen, type ProductState } from '../../products/index.ts'

/** Every screen of the widget by SPEC's name. No screen has an address of its own. */
export type Screen = 'Main' | ProductScreen

/** All that the widget remembers between screens: the current screen, and each product's part. */
export type FormState = { screen: Screen } & ProductState

export const initialState = Object.assign(
  { screen: 'Main' },
  ...manifestList.map(manifest => manifest.initialState),
) as FormState
