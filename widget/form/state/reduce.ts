import { manifestList, type ProductAction } from '../../products/index.ts'
import type { FormState, Screen } from './form-state.ts'

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
