import { manifestList, type ProductScreen, type ProductState } from '../../products/index.ts'

/** Every screen of the widget by SPEC's name. No screen has an address of its own. */
export type Screen = 'Main' | ProductScreen

/** All that the widget remembers between screens: the current screen, and each product's part. */
export type FormState = {
  screen: Screen
  /** Another screen was shown before this one. */
  hasMoved: boolean
} & ProductState

export const initialState = Object.assign(
  { screen: 'Main', hasMoved: false },
  ...manifestList.map(manifest => manifest.initialState),
) as FormState
