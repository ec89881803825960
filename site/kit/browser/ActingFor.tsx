import { useContext } from 'react'
import { actingForField } from '../page/index.ts'
import { LayoutSlots } from './layout-slots.ts'

/**
 * The hidden field by which a form says for whose account its page was made. In markup of the server only: an island is given its
 * reader by its props.
 */
export const ActingFor = () => {
  const { account } = useContext(LayoutSlots).reader
  return account === null ? null : <input type="hidden" name={actingForField} value={account} />
}
