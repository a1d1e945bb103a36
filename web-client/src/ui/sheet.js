// Style sheets that come with a part of the page, after those of its head.

/**
 * Fetches sheets. They count in the order of the list, whichever comes first.
 * @param {readonly string[]} names files of styles/, without their ending
 * @returns {Promise<unknown>} rejected when one is lost on the way
 */
export const useSheets = (names) => Promise.all(names.map(useSheet));

/** @param {string} name @returns {Promise<void>} */
function useSheet(name) {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../../styles/${name}.css`, import.meta.url).href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${name}.css did not come`));
    document.head.append(link);
  });
}
