// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Coin, KeepingCoin, TaxedCoin} from "../mocks/Coins.sol";
import {Code} from "../rig/Code.sol";
import {Route} from "../rig/Route.sol";
import {Order, Router} from "../rig/Router.sol";
import {ShutOut} from "../rig/ShutOut.sol";
import {vm} from "../rig/Vm.sol";
import {Venue} from "./Venue.sol";

interface IAdapter {
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut);
}

/// @notice Holds for every adapter as it is deployed, with every pool that a test opens for it: the whole input is sold
/// for what the pool quotes, all of the output arrives, and nothing stays: no token, no coin, no allowance.
abstract contract AdapterTest is ShutOut {
    address internal adapter;
    Venue[] internal venues;

    /// @return the name of the adapter's contract
    function _name() internal pure virtual returns (string memory);

    /// @return a pool of two tokens that the test chooses, not open yet; or zero if the adapter has its own tokens
    function _venue(address first, address second) internal virtual returns (Venue);

    /// @dev Opens the others, by `_add`.
    function _addOthers() internal virtual {}

    function setUp() public virtual override {
        super.setUp();
        vm.etch(address(a), type(Coin).runtimeCode);
        vm.etch(address(b), type(Coin).runtimeCode);
        adapter = Code.create(Code.built(_name()));
        Venue first = _venue(address(a), address(b));
        if (address(first) != address(0)) _add(first);
        _addOthers();
    }

    /// @dev Opens it, and lets the payer sell both of its tokens.
    function _open(Venue venue) internal {
        vm.deal(address(venue), 1e28);
        venue.open();
        for (uint256 i = 0; i < 2; i++) {
            venue.fund(i, payer, HELD);
            venue.fund(i, receiver, 1);
            _allow(payer, venue.token(i));
        }
    }

    /// @dev Opens it, and creates pools of either token and `c`.
    function _add(Venue venue) internal {
        _open(venue);
        venues.push(venue);
        for (uint256 i = 0; i < 2; i++) {
            address token = venue.token(i);
            venue.fund(i, address(this), 4 * POOLED);
            if (pair[token][address(c)] == address(0)) _pair(token, address(c));
            if (pool[token][address(c)] == address(0) && venue.isExact()) _pool(token, address(c));
        }
    }

    function test_AllIsSoldForWhatThePoolSays() public {
        _everyWay(_alone);
    }

    function test_PoolThatFeedsTheAdapter() public {
        _everyWay(_fed);
    }

    function test_WhatTheRouterHolds() public {
        _everyWay(_held);
    }

    function test_PoolThatTheAdapterFeeds() public {
        _everyWay(_feeds);
    }

    function test_HalfBesideAnotherPool() public {
        _everyWay(_beside);
    }

    function test_OrderThroughTheAdapter() public {
        _everyWay(_ordered);
    }

    function test_GiftToTheAdapterGoesWithTheNextTrade() public {
        _everyWay(_gift);
    }

    function test_StrangerFindsNothing() public {
        _everyWay(_stranger);
    }

    function testFuzz_AnyAmount(uint256 which, uint256 i, uint256 amountIn) public {
        Venue venue = venues[which % venues.length];
        i = venue.goesBack() ? i % 2 : 0;
        _sells(venue, i, bound(amountIn, venue.usual(i) / 1e3, 1e3 * venue.usual(i)));
    }

    /// This token's payments do not use up the allowance: what remains of it, the adapter has left.
    function test_TokenThatKeepsAllowances() public {
        Venue venue = _venue(address(new KeepingCoin()), address(new KeepingCoin()));
        if (address(venue) == address(0)) return;
        _open(venue);
        for (uint256 i = 0; i < 2; i++) _alone(venue, i);
    }

    /// The pool may refuse such a token. Otherwise nothing stays, no one else pays, and the minimum holds.
    function test_FeeOnTransfer() public {
        uint256 traded;
        for (uint256 taxed = 0; taxed < 2; taxed++) {
            (address plain, address coin) = (address(b), address(new TaxedCoin()));
            try this.openTaxed(taxed == 0 ? coin : plain, taxed == 0 ? plain : coin) returns (Venue venue) {
                if (address(venue) == address(0)) return;
                for (uint256 i = 0; i < 2; i++) if (_holdsOfTaxed(venue, i)) traded |= 1 << (2 * taxed + i);
            } catch {} // some pools cannot even be filled with it
        }
        require(traded == _taxed(), "others than these are traded");
    }

    /// @return a bit for each of the four sales with a fee on transfer of token 0, then of token 1: set if the sale
    /// succeeds. The lowest bit is the first sale: token 0 is sold and has the fee
    function _taxed() internal pure virtual returns (uint256) {
        return 15;
    }

    function openTaxed(address first, address second) external returns (Venue venue) {
        venue = _venue(first, second);
        if (address(venue) != address(0)) _open(venue);
    }

    function _everyWay(function(Venue, uint256) internal each) private {
        for (uint256 k = 0; k < venues.length; k++) {
            each(venues[k], 0);
            if (venues[k].goesBack()) each(venues[k], 1);
        }
    }

    function _alone(Venue venue, uint256 i) private {
        _sells(venue, i, venue.usual(i));
    }

    function _sells(Venue venue, uint256 i, uint256 amountIn) private {
        uint256 foreseen = venue.foresee(i, amountIn);
        _trade(venue, _through(venue, i, amountIn, _leg(venue, i, Route.TO_RECIPIENT, 0)), foreseen);
    }

    /// The adapter ignores the router's hint of the previous output: it trades what arrived.
    function _fed(Venue venue, uint256 i) private {
        if (!venue.isExact()) return;
        address token = venue.token(i);
        uint256 amountIn = venue.usual(i);
        uint256 foreseen = venue.foresee(i, _quoteV3(pool[address(c)][token], address(c), token, amountIn));
        bytes memory route = bytes.concat(
            Route.callback(Route.TO_NEXT_POOL, pool[address(c)][token], address(c), token, 0),
            _leg(venue, i, Route.TO_RECIPIENT | Route.NAMES_TOKEN | Route.IS_FED, 0),
            abi.encodePacked(token)
        );
        _trade(venue, _ask(address(c), venue.token(1 - i), amountIn, route), foreseen);
    }

    function _held(Venue venue, uint256 i) private {
        if (!venue.isExact()) return;
        address token = venue.token(i);
        uint256 amountIn = venue.usual(i);
        uint256 foreseen = venue.foresee(i, _quoteV2(pair[address(c)][token], address(c), token, amountIn));
        bytes memory route = bytes.concat(
            Route.push(Route.TO_ROUTER, pair[address(c)][token], address(c), token, 0),
            _leg(venue, i, Route.TO_RECIPIENT | Route.NAMES_TOKEN, 0),
            abi.encodePacked(token)
        );
        _trade(venue, _ask(address(c), venue.token(1 - i), amountIn, route), foreseen);
    }

    /// The next pair relies on the adapter's return value.
    function _feeds(Venue venue, uint256 i) private {
        address token = venue.token(1 - i);
        uint256 between = venue.foresee(i, venue.usual(i));
        bytes memory route = bytes.concat(
            _leg(venue, i, Route.TO_NEXT_POOL, 0),
            Route.push(Route.TO_RECIPIENT | Route.IS_FED, pair[token][address(c)], token, address(c), 0)
        );
        uint256 foreseen = _quoteV2(pair[token][address(c)], token, address(c), between);
        _trade(venue, _through(venue, i, venue.usual(i), route, address(c)), foreseen);
    }

    function _beside(Venue venue, uint256 i) private {
        if (!venue.isExact()) return;
        (address sold, address bought) = (venue.token(i), venue.token(1 - i));
        uint256 half = venue.usual(i) / 2;
        if (pair[sold][bought] == address(0)) _pair(sold, bought);
        uint256 foreseen = venue.foresee(i, half) + _quoteV2(pair[sold][bought], sold, bought, half);
        bytes memory route = bytes.concat(
            _leg(venue, i, Route.TO_RECIPIENT, _half()),
            Route.push(Route.TO_RECIPIENT, pair[sold][bought], sold, bought, 0)
        );
        _trade(venue, _through(venue, i, 2 * half, route), foreseen);
    }

    function _ordered(Venue venue, uint256 i) private {
        Order memory order = _order();
        (order.fromAsset, order.toAsset) = (venue.token(i), venue.token(1 - i));
        order.amountIn = venue.usual(i);
        (order.swapFee, order.affiliateFee, order.nonce) = (order.amountIn / 1000, order.amountIn / 100, nonce++);
        order.amountOutMin = venue.foresee(i, order.amountIn);
        venue.fund(i, owner, 2 * order.amountIn);
        _allow(owner, order.fromAsset);
        uint256 held = _balance(order.toAsset, receiver);
        (bool ok, bytes memory answer) = _fill(order, _sign(order), _leg(venue, i, Route.TO_RECIPIENT, 0));
        if (!ok) _same(answer, "none");
        require(_balance(order.toAsset, receiver) - held == order.amountOutMin, "not what the pool says");
        _nothingStays(venue);
    }

    /// A balance before the trade harms no one, and does not stay.
    function _gift(Venue venue, uint256 i) private {
        uint256 amountIn = venue.usual(i);
        venue.fund(i, adapter, amountIn);
        if (!venue.isExact()) return _trade(venue, _through(venue, i, amountIn, _leg(venue, i, Route.TO_RECIPIENT, 0)), 0);
        _trade(venue, _through(venue, i, amountIn, _leg(venue, i, Route.TO_RECIPIENT, 0)), venue.foresee(i, 2 * amountIn));
    }

    /// A direct caller is no user of the router, and finds nothing to sell.
    function _stranger(Venue venue, uint256 i) private {
        (address sold, address bought) = (venue.token(i), venue.token(1 - i));
        uint256 held = _balance(bought, attacker);
        vm.prank(attacker);
        try IAdapter(adapter).tradeForSwapline(venue.pool(), sold, bought, attacker, venue.data(i)) {} catch {}
        require(_balance(bought, attacker) == held, "got something for nothing");
        _nothingStays(venue);
    }

    function _holdsOfTaxed(Venue venue, uint256 i) private returns (bool ok) {
        Ask memory ask = _through(venue, i, venue.usual(i), _leg(venue, i, Route.TO_RECIPIENT, 0));
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        bytes memory answer;
        (ok, answer) = _try(ask);
        require(paid - _balance(ask.tokenIn, payer) == (ok ? ask.amountIn : 0), "another amount than is sold");
        uint256 gained = _balance(ask.tokenOut, receiver) - held;
        require(ok ? gained > 0 && gained == abi.decode(answer, (uint256)) : gained == 0, "not what was said");
        _nothingStays(venue);
    }

    /// @param foreseen the required output, to the unit; 0: not checked
    function _trade(Venue venue, Ask memory ask, uint256 foreseen) internal {
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        if (foreseen > 0) ask.minOut = foreseen;
        uint256 said = _done(ask);
        uint256 gained = _balance(ask.tokenOut, receiver) - held;
        require(gained == said, "the router said something else");
        require(foreseen == 0 || gained == foreseen, "not what the pool says");
        uint256 sold = paid - _balance(ask.tokenIn, payer);
        // An inexact token moves whole shares: its balances, rounded down, differ by a unit or two.
        bool near = sold + 2 >= ask.amountIn && sold <= ask.amountIn + 1;
        require(venue.isExact() ? sold == ask.amountIn : near, "another amount than is sold");
        _nothingStays(venue);
    }

    function _nothingStays(Venue venue) internal view {
        for (uint256 i = 0; i < 2; i++) {
            require(venue.held(i) == 0, "tokens stayed in the adapter");
            require(venue.allowed(i) == 0, "an allowance stayed");
            require(_balance(venue.token(i), address(router)) == 0, "tokens stayed in the router");
        }
        require(adapter.balance == 0, "coins stayed in the adapter");
        _untouched();
    }

    function _through(Venue venue, uint256 i, uint256 amountIn, bytes memory route) internal view returns (Ask memory) {
        return _through(venue, i, amountIn, route, venue.token(1 - i));
    }

    function _through(Venue venue, uint256 i, uint256 amountIn, bytes memory route, address bought)
        internal
        view
        returns (Ask memory)
    {
        return _ask(venue.token(i), bought, amountIn, route);
    }

    function _leg(Venue venue, uint256 i, uint8 flags, uint32 share) internal view returns (bytes memory) {
        return _legOf(venue.pool(), venue.token(1 - i), venue.data(i), flags, share);
    }

    /// @param data 48 bits for the adapter, of which the leg's head has the upper half
    function _legOf(address target, address bought, uint48 data, uint8 flags, uint32 share)
        internal
        view
        returns (bytes memory)
    {
        bytes memory head = abi.encodePacked(flags | Route.ADAPTER, adapter, share, uint24(data >> 24));
        return bytes.concat(head, abi.encodePacked(bought, uint24(data), target));
    }
}
