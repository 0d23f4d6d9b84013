package browsertest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/chromedp/chromedp"
)

// hover points the mouse at the first element that a selector finds.
func hover(selector string) func(context.Context, *chromedp.Target) error {
	return func(ctx context.Context, _ *chromedp.Target) error {
		place, err := chromedp.Run(ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => {
			const e = document.querySelector(%q);
			e.scrollIntoView({ block: "center" });
			const r = e.getClientRects()[0];
			return [r.left + r.width / 2, r.top + r.height / 2];
		})()`, selector)))
		if err != nil {
			return err
		}
		return chromedp.Do(ctx, chromedp.MouseEvent("mouseMoved", place[0], place[1]))
	}
}

// quote writes a text as JavaScript does.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}
