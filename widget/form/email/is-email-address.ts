/** Whether a text has the form of an address. What no form can tell, the provider looks at, and says in its own words. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text)
