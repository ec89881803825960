import type { Page } from '@playwright/test'

/**
 * Returns pairs of landmarks, sections, headings, fields and links where the later one in the markup is above the earlier one in the same
 * column. Order across columns is free, because eye, keyboard and screen reader proceed by column.
 */
export const readingOrderFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts =
      'header, nav, main, aside, footer, section, article, search, form, fieldset, h1, h2, h3, h4, summary, a[href], button, input, select, textarea'
    const slack = 2
    const named = (element: Element) =>
      `<${element.localName}${element.id === '' ? '' : `#${element.id}`}${element.className === '' ? '' : `.${element.getAttribute('class')}`}> ${(element.textContent ?? '').trim().slice(0, 30)}`
    const seen = [...document.querySelectorAll(`body :is(${parts})`)]
      .filter(element => element.closest('svg, .skip, dialog, .visually-hidden') === null && element.checkVisibility())
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    const faults: string[] = []
    for (const [index, earlier] of seen.entries()) {
      for (const later of seen.slice(index + 1)) {
        if (earlier.element.contains(later.element)) continue
        const isAbove = later.box.bottom <= earlier.box.top + slack
        const isSameColumn =
          Math.min(earlier.box.right, later.box.right) - Math.max(earlier.box.left, later.box.left) > slack
        if (isAbove && isSameColumn) faults.push(`${named(later.element)} is above ${named(earlier.element)}`)
      }
    }
    return faults
  })
