// Package hosttest tries the recipes of the folder hosting with the programs
// that they are for: nginx and Caddy, which send an exported site from a
// sub-path or stand in front of the server. Without these programs its tests
// fail and say what to install; REGULA_NGINX and REGULA_CADDY name those that
// are not on the path.
package hosttest
