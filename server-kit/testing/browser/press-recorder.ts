/** Where the focus is before a press. */
export const focusPlaces = ['nothing', 'the same row', 'another row'] as const
export type FocusPlace = (typeof focusPlaces)[number]

/** The point at which a target is pressed, or why it is not. */
export type Aim = { x: number; y: number } | { skipped: 'gone' | 'no such focus' | `under ${string}` }

type Moment = { type: string; box: DOMRect; isOn: boolean }

/**
 * Runs in the page under test: lists what can be pressed, and records where it is at each event of a press. Its source is sent to the page,
 * so that it refers to nothing outside of itself.
 */
export class PressRecorder {
  readonly pressable =
    'a[href], button, summary, select, textarea, label, input:not([type="hidden"]), [role="tab"], [role="button"], [role="option"]'
  readonly focusable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex]'
  readonly row = '.entry, form, article, li, tr, fieldset, section, nav, details, dialog'

  targets: Element[] = []
  target: Element | null = null
  moments: Moment[] = []
  clicked = Promise.withResolvers<void>()
  unfolded: HTMLDetailsElement[] = []
  remembered: (readonly [Element, DOMRect])[] = []

  constructor() {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      addEventListener(type, event => this.record(event), true)
    // Nothing comes of a press. The list of a select would stay open over the page, so that the press focuses it only.
    for (const type of ['submit', 'dragstart', 'contextmenu'])
      addEventListener(type, event => event.preventDefault(), true)
    addEventListener('mousedown', event => {
      const [inner] = event.composedPath()
      if (!(inner instanceof HTMLSelectElement)) return
      event.preventDefault()
      inner.focus()
    })
  }

  /**
   * Lists what can be pressed, also inside of closed `details`: its name, its kind, and with which focus it is pressed. Rows of a list are of
   * one kind: the first is pressed with each, the last with the focus in a row before it. What is outside of `main` is of the same kind on every page.
   */
  list(
    focuses: readonly FocusPlace[],
  ): { index: number; name: string; kind: string; focuses: readonly FocusPlace[] }[] {
    const folded = this.all<HTMLDetailsElement>('details:not([open])')
    for (const details of folded) details.open = true
    const kinds = Map.groupBy(this.visible(), element => this.kindOf(element))
    for (const details of folded) details.open = false
    this.targets = []
    return [...kinds].flatMap(([kind, of]) =>
      [...new Set([of[0], of.at(-1)])].flatMap((element, nth) => {
        if (element === undefined) return []
        const index = this.targets.push(element) - 1
        return [{ index, name: this.nameOf(element), kind, focuses: nth === 0 ? focuses : focuses.slice(-1) }]
      }),
    )
  }

  /** Unfolds and scrolls to a target, and puts the focus into its place. */
  async aim(index: number, focus: FocusPlace): Promise<Aim> {
    const element = this.targets[index]
    this.target = null
    this.moments = []
    this.clicked = Promise.withResolvers()
    for (const details of this.unfolded.splice(0)) details.open = false
    this.focused()?.blur()
    if (element?.isConnected !== true) return { skipped: 'gone' }
    this.unfold(element)
    if (!this.isSeen(element)) return { skipped: 'gone' }
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    if (focus !== 'nothing') {
      const place = this.placeOf(element, focus)
      place?.focus({ preventScroll: true })
      if (place === undefined || this.focused() !== place) return { skipped: 'no such focus' }
    }
    await this.react()
    const box = element.getClientRects()[0] ?? this.boxOf(element)
    const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    const hit = this.hit(at.x, at.y)
    if (hit === null || !this.contains(element, hit))
      return { skipped: `under ${hit === null ? 'nothing' : this.nameOf(hit)}` }
    this.target = element
    return at
  }

  /** Waits until what a step changes is drawn, with animations at their end. */
  async settle(): Promise<void> {
    await new Promise(requestAnimationFrame)
    await this.react()
  }

  /** Lets scripts that heard of a step do their work, and brings animations to their end. Endless ones go on. */
  private async react(): Promise<void> {
    await new Promise<void>(resolve => setTimeout(resolve))
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  }

  /** Returns what was wrong with the press that has just ended, or null. */
  async judge(): Promise<string | null> {
    // By touch, the click comes a moment after the release.
    await Promise.race([this.clicked.promise, new Promise(resolve => setTimeout(resolve, 2_000))])
    this.target = null
    const [first] = this.moments
    if (first === undefined) return 'got no event'
    for (const { type, box } of this.moments) {
      const by = this.shift(first.box, box)
      if (by !== null) return `${by} between ${first.type} and ${type}`
    }
    const click = this.moments.find(({ type }) => type === 'click')
    if (click === undefined) return 'got no click'
    return click.isOn ? null : 'did not get the click'
  }

  /** Remembers where everything in the window is that can be pressed. */
  remember(): void {
    this.remembered = this.visible()
      .map(element => [element, this.boxOf(element)] as const)
      .filter(([, { top, bottom }]) => bottom > 0 && top < innerHeight)
  }

  /** Names what is elsewhere than it was. What was replaced is not. */
  moved(): string[] {
    return this.remembered.flatMap(([element, before]) => {
      const by = element.isConnected && this.isSeen(element) ? this.shift(before, this.boxOf(element)) : null
      return by === null ? [] : [`${this.nameOf(element)} ${by}`]
    })
  }

  private record(event: Event): void {
    const { target } = this
    if (target === null) return
    const path = event.composedPath()
    const control = target instanceof HTMLLabelElement ? target.control : null
    // A click on a label is followed by one on its control: the first is the one of the press.
    const isOn = path.includes(target) || (control !== null && path.includes(control))
    this.moments.push({ type: event.type, box: this.boxOf(target), isOn })
    if (event.type !== 'click') return
    event.preventDefault()
    event.stopImmediatePropagation()
    this.clicked.resolve()
  }

  private shift(before: DOMRect, after: DOMRect): string | null {
    const [dx, dy] = [Math.round(after.left - before.left), Math.round(after.top - before.top)]
    return dx === 0 && dy === 0 ? null : `moved by dx ${dx}, dy ${dy} px`
  }

  private unfold(element: Element): void {
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const isItsSummary = element.closest('summary')?.parentElement === at
      if (!(at instanceof HTMLDetailsElement) || at.open || isItsSummary) continue
      at.open = true
      this.unfolded.push(at)
    }
  }

  private placeOf(element: Element, focus: FocusPlace): HTMLElement | undefined {
    const own = element.closest(this.row)
    const all = this.all<HTMLElement>(this.focusable)
    if (focus === 'the same row') {
      const inOwn = all.filter(each => own?.contains(each) && this.isSeen(each))
      return inOwn.find(each => !element.contains(each) && !each.contains(element)) ?? inOwn[0]
    }
    // The one before it: what grows or shrinks there moves the target.
    const isBefore = (each: Element) => (element.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
    const elsewhere = all.filter(each => !(own ?? element).contains(each) && !each.contains(element))
    const isSeen = (each: Element) => this.isSeen(each)
    return elsewhere.findLast(each => isBefore(each) && isSeen(each)) ?? elsewhere.find(isSeen)
  }

  private all<E extends Element>(selector: string, root: ParentNode = document): E[] {
    const found = [...root.querySelectorAll<E>(selector)]
    const shadows = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    return [...found, ...shadows.flatMap(shadow => this.all<E>(selector, shadow))]
  }

  private focused(): HTMLElement | null {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at as HTMLElement | null
  }

  private hit(x: number, y: number): Element | null {
    let at = document.elementFromPoint(x, y)
    while (at?.shadowRoot) at = at.shadowRoot.elementFromPoint(x, y)
    return at
  }

  private contains(outer: Element, inner: Element): boolean {
    for (let at: Node | null = inner; at !== null; at = at instanceof ShadowRoot ? at.host : at.parentNode)
      if (at === outer) return true
    return false
  }

  private visible(): Element[] {
    // Beside an open dialog everything else is inert.
    const modal = this.all('dialog:modal').at(-1)
    return this.all(this.pressable).filter(
      element => this.isSeen(element) && (modal === undefined || this.contains(modal, element)),
    )
  }

  private isSeen(element: Element): boolean {
    if (element.closest('[inert], :disabled') !== null || !element.checkVisibility({ visibilityProperty: true }))
      return false
    const { right, bottom, width, height } = this.boxOf(element)
    // What only screen readers find is clipped, a pixel large, or outside of the page.
    if (getComputedStyle(element).clipPath.startsWith('inset(50%')) return false
    return width > 1 && height > 1 && right > 0 && bottom + scrollY > 0
  }

  private boxOf(element: Element): DOMRect {
    return element.getBoundingClientRect()
  }

  private wordsOf(element: Element): string {
    const words = element.getAttribute('aria-label') ?? (element.textContent || element.getAttribute('name') || '')
    return words.replaceAll(/\s+/g, ' ').trim().slice(0, 40)
  }

  private nameOf(element: Element): string {
    return `${element.localName} “${this.wordsOf(element)}”`
  }

  private kindOf(element: Element): string {
    const steps = element.matches('button, summary') ? [this.wordsOf(element)] : []
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement)
      steps.push(`${at.localName}.${[...at.classList].join('.')}`)
    if (element.closest('main') !== null) steps.push(document.body.dataset.page ?? location.pathname)
    return steps.join(' ')
  }
}
