import { useId } from 'react'
import { useWidget } from './widget-context.ts'

/** An id that no other element of the page has. `useId` alone repeats itself where a page has several roots, or several Reacts. */
export const useElementId = (): string => `${useWidget().id}${useId()}`
