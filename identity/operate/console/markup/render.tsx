import { renderToStaticMarkup } from 'react-dom/server'
import type { Page } from '../page.ts'
import { ConsolePage } from './ConsolePage.tsx'

/** The markup of a page, for the body of its document. The bundle of this file is all the React that the console has. */
export const render = (page: Page): string => renderToStaticMarkup(<ConsolePage page={page} />)
