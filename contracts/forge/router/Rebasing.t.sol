// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {RebasingToken} from "../mocks/Tokens.sol";
import {Route} from "../rig/Route.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// A token whose balances all change during a swap: before or after any of its transfers.
contract RebasingTest is Trade {
    /// Shares are integers: the amount sent may be a few units below the balance.
    uint256 private constant DUST = 3;

    RebasingToken private token;
    uint256 private fell;
    bool private through;

    function setUp() public override {
        super.setUp();
        token = new RebasingToken();
        token.mint(address(this), 1e28);
        token.mint(payer, HELD);
        token.mint(receiver, 1);
        _allow(payer, address(token));
        _pair(address(token), address(b));
        _pair(address(token), address(c));
        _pool(address(token), address(b));
    }

    function testFuzz_RebasingWhatIsSold(uint256 ppm, uint256 when, uint256 way) public {
        way = bound(way, 0, 2);
        (address x, address y) = (address(token), address(b));
        bytes memory route = way == 2
            ? Route.callback(Route.TO_RECIPIENT, pool[x][y], x, y, 0)
            : Route.push(Route.TO_RECIPIENT | (way == 0 ? Route.MEASURED : 0), pair[x][y], x, y, 0);
        _holds(_ask(x, y, E18, route), ppm, when);
    }

    /// Through the router there is one more transfer: a rise at that moment stays behind.
    function testFuzz_RebasingWhatIsBought(uint256 ppm, uint256 when, bool callback, bool marked) public {
        (address x, address y) = (address(b), address(token));
        bytes memory route = callback
            ? Route.callback(Route.TO_RECIPIENT, pool[x][y], x, y, 0)
            : Route.push(Route.TO_RECIPIENT, pair[x][y], x, y, 0);
        through = marked;
        _holds(_ask(x, y, E18, marked ? Route.throughRouter(route) : route), ppm, when);
        through = false;
    }

    function testFuzz_RebasingBetweenTwoPools(uint256 ppm, uint256 when, bool throughRouter, bool measured) public {
        address at = address(token);
        address next = pair[at][address(c)];
        uint8 flags = Route.TO_RECIPIENT | Route.NAMES_TOKEN | (measured ? Route.MEASURED : 0)
            | (throughRouter ? 0 : Route.IS_FED);
        bytes memory route = bytes.concat(
            Route.push(throughRouter ? Route.TO_ROUTER : Route.TO_NEXT_POOL, pair[address(b)][at], address(b), at, 0),
            Route.push(flags, next, at, address(c), 0),
            abi.encodePacked(at)
        );
        _holds(_ask(address(b), address(c), E18, route), ppm, when);
    }

    /// At 1,000,000 parts per million nothing changes: the setup is sound, and the measured leg tolerates a change.
    function test_RebasingOfNothingIsNoHindrance() public {
        testFuzz_RebasingWhatIsSold(500_000, 0, 2);
        require(fell == E18, "was refused");
        testFuzz_RebasingWhatIsBought(500_000, 0, false, false);
        require(fell == E18, "was refused");
        testFuzz_RebasingWhatIsBought(500_000, 0, false, true);
        require(fell == E18, "was refused");
        testFuzz_RebasingBetweenTwoPools(500_000, 0, true, true);
        require(fell == E18, "was refused");
        testFuzz_RebasingWhatIsSold(490_000, 1, 0); // after the transfer to the pool
        require(fell == 0, "a pool that lost a hundredth of all it holds gave something");
        testFuzz_RebasingWhatIsSold(510_000, 1, 0);
        require(fell == E18, "was refused");
    }

    /// @param ppm the new value of a unit minus 500,000: from 0.5 to 1.5
    /// @param when number of transfers before
    function _holds(Ask memory ask, uint256 ppm, uint256 when) private {
        token.rebaseAfter(bound(when, 0, 3), 500_000 + bound(ppm, 0, 1_000_000));
        token.watch(payer);
        bool sold = ask.tokenIn == address(token);
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        (bool ok,) = _try(ask);
        fell = sold ? token.taken() : paid - _balance(ask.tokenIn, payer);
        require(fell == (ok ? ask.amountIn : 0), "the payer was taken something else");
        if (ok) require(_balance(ask.tokenOut, receiver) > held, "less than the minimum");
        require(through || token.balanceOf(address(router)) <= DUST, "stayed in the router");
        _untouched();
        token.settle();
    }
}
