import { useContext } from 'react'
import { actingForField } from '../page/index.ts'
import { LayoutSlots } from './layout-slots.ts'

/** Hidden field with the account that a form's page was rendered for. Server-rendered only: islands get their reader as a prop. */
export const ActingFor = () => {
  const { account } = useContext(LayoutSlots).reader
  return account === null ? null : <input type="hidden" name={actingForField} value={account} />
}
