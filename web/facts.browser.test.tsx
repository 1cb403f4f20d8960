import '#web/theme/base.css';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

const FACTS = ['A long name of an owner', '12 slides', '3 hours ago', 'deleted by another person'];

test('facts that do not fit in one line wrap, and the dot before the first one of a line is cut off', async () => {
  const { container } = await render(
    <div style={{ inlineSize: 180 }}>
      <p className="facts">
        {FACTS.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
    </div>,
  );
  const list = container.querySelector('.facts');
  if (list === null) throw new Error('There are no facts.');
  const { left, right, top } = list.getBoundingClientRect();
  expect(getComputedStyle(list).overflowX).toBe('clip');
  const boxes = [...list.children].map((fact) => fact.getBoundingClientRect());
  const dot = Number.parseFloat(getComputedStyle(list.children.item(0) ?? list).paddingInlineStart);
  expect(boxes.some((box) => box.top > top + 1)).toBe(true);
  for (const [at, box] of boxes.entries()) {
    const isFirstOfLine = at === 0 || box.top > (boxes[at - 1]?.top ?? 0) + 1;
    if (isFirstOfLine) expect(box.left + dot).toBeCloseTo(left, 0);
    else expect(box.left).toBeGreaterThanOrEqual(left);
    expect(box.right).toBeLessThanOrEqual(right + 1);
  }
});
