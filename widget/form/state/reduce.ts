import { manifestList, type ProductAction, type ProductScreen, type ProductState } from '../../products/index.ts'

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

export type Action = { type: 'transition'; screen: Screen } | ProductAction

type Change = (state: FormState, action: Action) => Partial<FormState>

const changes: Readonly<Record<ProductAction['type'], Change>> = Object.assign(
  {},
  ...manifestList.map(({ actions }) => actions),
)

/** The one place where the widget's state changes. */
export const reduce = (state: FormState, action: Action): FormState => ({
  ...state,
  ...(action.type === 'transition' ? { screen: action.screen, hasMoved: true } : changes[action.type](state, action)),
})
