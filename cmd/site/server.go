package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// limits are what the server bears of its readers.
type limits struct {
	header      time.Duration // to send the header of a request
	request     time.Duration // to send all of it
	answer      time.Duration // to take the answer
	idle        time.Duration // from one request to the next
	stop        time.Duration // to take what is under way when the server stops
	headerBytes int
	connections int // at once
}

// answer answers the requests that come to l until ctx ends, and then those
// that are under way. It leaves no goroutine behind.
func answer(ctx context.Context, l *net.TCPListener, h http.Handler, most limits, log *slog.Logger) error {
	places := &places{TCPListener: l, taken: make(chan struct{}, most.connections), closed: make(chan struct{})}
	server := &http.Server{
		Handler:                      h,
		DisableGeneralOptionsHandler: true, // the handler refuses OPTIONS like all that is not reading
		ReadHeaderTimeout:            most.header,
		ReadTimeout:                  most.request,
		WriteTimeout:                 most.answer,
		IdleTimeout:                  most.idle,
		MaxHeaderBytes:               most.headerBytes,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelDebug), // what any reader can cause
	}
	places.keep = server.SetKeepAlivesEnabled
	done := make(chan error, 1)
	go func() { done <- server.Serve(places) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), most.stop)
	defer cancel()
	err := server.Shutdown(stop)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("stopped before every reader had taken the answer", "waited", most.stop)
		err = nil
	}
	err = errors.Join(err, server.Close())
	<-done
	return err
}

// places listens, with a place for so many connections at once. When all are
// taken, connections that are kept between requests are closed, and whoever
// comes next waits.
type places struct {
	*net.TCPListener
	taken  chan struct{}
	keep   func(bool) // whether connections are kept between requests
	closed chan struct{}
	once   sync.Once
}

func (p *places) Accept() (net.Conn, error) {
	select {
	case p.taken <- struct{}{}:
	default:
		p.keep(false)
		select {
		case p.taken <- struct{}{}:
		case <-p.closed:
			return nil, net.ErrClosed
		}
	}
	c, err := p.AcceptTCP()
	if err != nil {
		<-p.taken
		p.keep(false) // the system has no more to give
		return nil, err
	}
	p.keep(len(p.taken) < cap(p.taken))
	return &connection{c, sync.OnceFunc(func() { <-p.taken })}, nil
}

func (p *places) Close() error {
	p.once.Do(func() { close(p.closed) })
	return p.TCPListener.Close()
}

// connection gives its place away when it is closed.
type connection struct {
	*net.TCPConn
	leave func()
}

func (c *connection) Close() error {
	defer c.leave()
	return c.TCPConn.Close()
}
