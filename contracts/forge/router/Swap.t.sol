// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// What an honest swap gives, takes and refuses.
contract SwapTest is Trade {
    function testFuzz_V2GivesThePoolsOwnAmount(uint256 amountIn, bool back) public {
        amountIn = bound(amountIn, 1e4, HELD);
        (address x, address y) = back ? (address(b), address(a)) : (address(a), address(b));
        uint256 foreseen = _quoteV2(pair[x][y], x, y, amountIn);
        bytes memory route = Route.push(Route.TO_RECIPIENT, pair[x][y], x, y, 0);
        _exact(_ask(x, y, amountIn, route), foreseen);
    }

    function testFuzz_V3GivesThePoolsOwnAmount(uint256 amountIn, bool back) public {
        amountIn = bound(amountIn, 1e4, HELD);
        (address x, address y) = back ? (address(b), address(a)) : (address(a), address(b));
        uint256 foreseen = _quoteV3(pool[x][y], x, y, amountIn);
        bytes memory route = Route.callback(Route.TO_RECIPIENT, pool[x][y], x, y, 0);
        _exact(_ask(x, y, amountIn, route), foreseen);
    }

    function testFuzz_SplitSpendsAllAndMinimumIsOfTheTotal(uint256 amountIn, uint32 share) public {
        amountIn = bound(amountIn, 1e12, HELD);
        share = uint32(bound(share, 1 << 20, type(uint32).max - (1 << 20)));
        uint256 first = amountIn * share >> 32;
        uint256 foreseen = _quoteV2(pair[address(a)][address(b)], address(a), address(b), first)
            + _quoteV3(pool[address(a)][address(b)], address(a), address(b), amountIn - first);
        bytes memory route = bytes.concat(
            Route.push(Route.TO_RECIPIENT, pair[address(a)][address(b)], address(a), address(b), share), _direct(true)
        );
        _exact(_ask(address(a), address(b), amountIn, route), foreseen);
    }

    function testFuzz_TwoHopsThroughTheRouterOrPoolToPool(uint256 amountIn, bool v3First) public {
        amountIn = bound(amountIn, 1e12, 1e22);
        bytes memory named = abi.encodePacked(address(b));
        bytes memory route;
        uint256 between;
        if (v3First) {
            between = _quoteV3(pool[address(a)][address(b)], address(a), address(b), amountIn);
            route = bytes.concat(
                Route.callback(Route.TO_ROUTER, pool[address(a)][address(b)], address(a), address(b), 0),
                Route.push(
                    Route.TO_RECIPIENT | Route.NAMES_TOKEN, pair[address(b)][address(c)], address(b), address(c), 0
                ),
                named
            );
        } else {
            between = _quoteV2(pair[address(a)][address(b)], address(a), address(b), amountIn);
            route = bytes.concat(
                Route.push(Route.TO_NEXT_POOL, pair[address(a)][address(b)], address(a), address(b), 0),
                Route.push(Route.TO_RECIPIENT | Route.IS_FED, pair[address(b)][address(c)], address(b), address(c), 0)
            );
        }
        uint256 foreseen = _quoteV2(pair[address(b)][address(c)], address(b), address(c), between);
        _exact(_ask(address(a), address(c), amountIn, route), foreseen);
    }

    function test_ManySwapsInOneTransaction() public {
        for (uint256 i = 0; i < 3; i++) _done(_ask(address(a), address(b), E18, _direct(i % 2 == 0)));
        _untouched();
    }

    function test_MinimumOneAboveWhatComesIsRefused() public {
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.minOut = _quoteV3(pool[address(a)][address(b)], address(a), address(b), E18) + 1;
        _refused(ask, "TooLittle(uint256,uint256)");
        ask.minOut -= 1;
        _done(ask);
    }

    function test_RefusesNoMinimumSameTokenWrongRecipientHugeAmount() public {
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.minOut = 0;
        _refused(ask, "ZeroMinimum()");
        ask.minOut = 1;
        ask.recipient = address(0);
        _refused(ask, "WrongRecipient(address)");
        ask.recipient = address(router);
        _refused(ask, "WrongRecipient(address)");
        ask.recipient = receiver;
        ask.tokenOut = address(a);
        _refused(ask, "SameToken()");
        ask.tokenOut = address(b);
        ask.amountIn = 1 << 128;
        _refused(ask, "AmountTooLarge(uint256)");
    }

    /// The gain would stay in the router, for the next caller.
    function test_RecipientIsTheRouter() public {
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.recipient = address(router);
        _refused(ask, "WrongRecipient(address)");
        ask = _ask(address(0), weth, E18, abi.encodePacked(weth));
        ask.recipient = address(router);
        _refused(ask, "WrongRecipient(address)");
        _untouched();
    }

    function test_DeadlineIsTheLastSecond() public {
        bytes memory route = _direct(true);
        vm.prank(payer);
        router.swap(address(a), address(b), E18, 1, receiver, block.timestamp, route);
        vm.prank(payer);
        vm.expectRevert(abi.encodeWithSignature("Expired(uint256)", block.timestamp - 1));
        router.swap(address(a), address(b), E18, 1, receiver, block.timestamp - 1, route);
    }

    function test_ValueWithATokenIsRefused() public {
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.value = 1;
        _refused(ask, "WrongValue(uint256,uint256)");
    }

    /// Legs that ask for more than is sold: of two legs that each take all, the second finds nothing.
    function test_LegsThatSumToMore() public {
        for (uint256 i = 0; i < 4; i++) {
            uint256 before = _balance(address(a), payer);
            bytes memory route = bytes.concat(_direct(i & 1 != 0), _direct(i & 2 != 0));
            (bool ok,) = _try(_ask(address(a), address(b), E18, route));
            require(before - _balance(address(a), payer) == (ok ? E18 : 0), "spent more than was sold");
        }
        _untouched();
    }

    function testFuzz_SharesNeverSpendMoreThanIsSold(uint32[6] calldata shares, uint8 moves) public {
        bytes memory route;
        for (uint256 i = 0; i < 6; i++) {
            bytes memory one = _direct(moves >> i & 1 != 0);
            one[21] = bytes1(uint8(shares[i] >> 24));
            one[22] = bytes1(uint8(shares[i] >> 16));
            one[23] = bytes1(uint8(shares[i] >> 8));
            one[24] = bytes1(uint8(shares[i]));
            route = bytes.concat(route, one);
        }
        uint256 before = _balance(address(a), payer);
        (bool ok,) = _try(_ask(address(a), address(b), E18, route));
        uint256 spent = before - _balance(address(a), payer);
        require(spent <= (ok ? E18 : 0), "spent more than was sold");
        _untouched();
    }

    /// The amount word of a payload patched by a contract between wallet and router.
    function testFuzz_PatchedAmountStillWorks(uint256 percent) public {
        percent = bound(percent, 50, 110);
        Ask memory ask = _ask(address(a), address(b), E18, _split());
        ask.minOut = E18 / 10;
        bytes memory data = _calldata(ask);
        uint256 patched = E18 * percent / 100;
        assembly {
            mstore(add(data, 0x64), patched) // length, selector and two words before it
        }
        uint256 before = _balance(address(a), payer);
        vm.prank(payer);
        (bool ok,) = address(router).call(data);
        require(ok && before - _balance(address(a), payer) == patched, "not the patched amount");
        _untouched();
    }

    function _exact(Ask memory ask, uint256 foreseen) private {
        uint256 paid = _balance(ask.tokenIn, payer);
        uint256 held = _balance(ask.tokenOut, receiver);
        require(_done(ask) == foreseen, "not what the pools give");
        require(_balance(ask.tokenOut, receiver) - held == foreseen, "not what the receiver gained");
        require(paid - _balance(ask.tokenIn, payer) == ask.amountIn, "not what was sold");
        _untouched();
    }
}
