// When the page is drawn: once for all that has changed since the last frame.

/**
 * A hidden page gets no frames, but its title must change.
 * @param {() => void} draw
 * @returns {() => void} asks for a drawing; one that is planned already is enough
 */
export function createPlan(draw) {
  let planned = false;
  const due = () => {
    planned = false;
    draw();
  };
  return () => {
    if (planned) return;
    planned = true;
    if (document.hidden) setTimeout(due);
    else requestAnimationFrame(due);
  };
}
