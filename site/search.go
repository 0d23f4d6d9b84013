package site

// Indexes has the index of each language.
type Indexes map[string]struct{}

func (b *builder) chunks() ([]Page, error) { return nil, nil }
