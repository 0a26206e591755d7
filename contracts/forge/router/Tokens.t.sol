// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FeeToken} from "../../test/FeeToken.sol";
import {OddToken} from "../../test/OddToken.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Rig} from "../rig/Rig.sol";
import {Route} from "../rig/Route.sol";
import {Router} from "../rig/Router.sol";
import {Trade} from "../rig/Trade.sol";
import {vm} from "../rig/Vm.sol";

/// Tokens that deviate from ERC-20.
contract TokensTest is Trade {
    OddToken private odd;
    FeeToken private taxed;

    function setUp() public override {
        super.setUp();
        odd = new OddToken();
        odd.setAnswer(abi.encode(true));
        odd.mint(address(this), 1e28);
        odd.mint(payer, HELD);
        _pair(address(odd), address(b));
        _pool(address(odd), address(b));
        taxed = new FeeToken();
        taxed.mint(address(this), 1e28);
        taxed.mint(payer, HELD);
        _allow(payer, address(taxed));
        _pair(address(taxed), address(b));
        _pair(address(taxed), address(c));
    }

    function test_TokenThatAnswersNothingIsFine() public {
        odd.setAnswer("");
        _done(_oddAsk(false));
        _done(_oddAsk(true));
    }

    function test_TokenThatReturnsFalse() public {
        _refuseOdd(abi.encode(false));
    }

    function test_TokenThatReturnsTwo() public {
        _refuseOdd(abi.encode(uint256(2)));
    }

    function test_TokenThatReturnsOneByte() public {
        _refuseOdd(hex"01");
        _refuseOdd(hex"00");
    }

    function test_TokenThatReturns31Bytes() public {
        _refuseOdd(new bytes(31));
    }

    function test_TokenThatReturnsHugeData() public {
        odd.setAnswer(bytes.concat(abi.encode(true), new bytes(4000)));
        _done(_oddAsk(false));
        _refuseOdd(new bytes(4000));
    }

    function testFuzz_TokenAnswers(bytes calldata answer) public {
        odd.setAnswer(answer);
        (bool ok,) = _try(_oddAsk(false));
        require(ok == (answer.length == 0 || (answer.length >= 32 && uint256(bytes32(answer)) == 1)), "misread");
    }

    function test_TokenWithoutCode() public {
        bytes memory route = Route.push(Route.TO_RECIPIENT, pair[address(a)][address(b)], address(0x7070), address(b), 0);
        _refused(_ask(address(0x7070), address(b), E18, route), "TransferFailed(address)");
        _refused(_ask(address(a), address(0x7070), E18, _direct(true)), "BalanceUnreadable(address)");
    }

    function test_FeeOnTransferIn() public {
        bytes memory route = _taxedIn(Route.TO_RECIPIENT | Route.MEASURED, address(b));
        uint256 foreseen = _quoteV2(pair[address(taxed)][address(b)], address(taxed), address(b), E18 * 99 / 100);
        require(_done(_ask(address(taxed), address(b), E18, route)) == foreseen, "not by what arrived");
        route = _taxedIn(Route.TO_RECIPIENT, address(b));
        (bool ok,) = _try(_ask(address(taxed), address(b), E18, route));
        require(!ok, "paid for what did not arrive");
    }

    function test_FeeOnTransferOut() public {
        address at = pair[address(taxed)][address(b)];
        bytes memory route = Route.push(Route.TO_RECIPIENT, at, address(b), address(taxed), 0);
        uint256 sent = _quoteV2(at, address(b), address(taxed), E18);
        Ask memory ask = _ask(address(b), address(taxed), E18, route);
        ask.minOut = sent;
        _refused(ask, "TooLittle(uint256,uint256)");
        ask.minOut = 1;
        require(_done(ask) == sent - sent / 100, "not what arrived");
    }

    function test_FeeOnTransferInTheMiddle() public {
        (address x, address y) = (pair[address(taxed)][address(b)], pair[address(taxed)][address(c)]);
        bytes memory route = bytes.concat(
            Route.push(Route.TO_NEXT_POOL, x, address(b), address(taxed), 0),
            Route.push(
                Route.TO_RECIPIENT | Route.IS_FED | Route.NAMES_TOKEN | Route.MEASURED, y, address(taxed), address(c), 0
            ),
            abi.encodePacked(address(taxed))
        );
        uint256 between = _quoteV2(x, address(b), address(taxed), E18);
        between -= between / 100;
        uint256 foreseen = _quoteV2(y, address(taxed), address(c), between);
        require(_done(_ask(address(b), address(c), E18, route)) == foreseen, "not by what arrived");
    }

    /// A pool's return value is a hint: the recipient's gain counts.
    function test_RecipientIsThePool() public {
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.recipient = pool[address(a)][address(b)];
        _refused(ask, "TooLittle(uint256,uint256)");
        ask = _ask(address(a), address(b), E18, _direct(false));
        ask.recipient = pair[address(a)][address(b)];
        (bool ok,) = _try(ask);
        require(!ok, "the pool kept the output");
        _untouched();
    }

    function test_RecipientIsAToken() public {
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.recipient = address(a);
        _done(ask);
        ask.recipient = address(b);
        _done(ask);
        _untouched();
    }

    function test_RecipientWhoIsThePayerOfTheSameToken() public {
        Ask memory ask = _ask(address(a), address(b), E18, _direct(true));
        ask.recipient = payer;
        ask.minOut = _quoteV3(pool[address(a)][address(b)], address(a), address(b), E18);
        require(_done(ask) == ask.minOut, "not what came");
    }

    function _oddAsk(bool callback) private view returns (Ask memory) {
        bytes memory route = callback
            ? Route.callback(Route.TO_RECIPIENT, pool[address(odd)][address(b)], address(odd), address(b), 0)
            : Route.push(Route.TO_RECIPIENT, pair[address(odd)][address(b)], address(odd), address(b), 0);
        return _ask(address(odd), address(b), E18, route);
    }

    function _refuseOdd(bytes memory answer) private {
        odd.setAnswer(answer);
        uint256 before = odd.balanceOf(payer);
        _refused(_oddAsk(false), "TransferFailed(address)");
        _refused(_oddAsk(true), "TransferFailed(address)");
        require(odd.balanceOf(payer) == before, "paid");
    }

    function _taxedIn(uint8 flags, address tokenOut) private view returns (bytes memory) {
        return bytes.concat(Route.push(flags, pair[address(taxed)][tokenOut], address(taxed), tokenOut, 0));
    }
}
