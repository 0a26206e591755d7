// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {EvilVault} from "../../test/EvilVault.sol";
import {AskingPool, LyingPool} from "../mocks/Liars.sol";
import {Order} from "../rig/Router.sol";
import {Route} from "../rig/Route.sol";
import {Signed} from "../rig/Signed.sol";
import {vm} from "../rig/Vm.sol";

/// A false pool tells the next leg how much it gave: any word, although the router received nothing. The word may
/// exceed 2^128, exceed what the armed words can hold, or be negative. Only the user who named the false pool pays, and
/// tokens left in the router earlier may go.
contract HintsTest is Signed {
    uint256 private constant NEXT = 5;

    LyingPool private liar;
    AskingPool private asking;
    EvilVault private vault;
    mapping(address => mapping(address => uint256)) private held;

    function setUp() public override {
        super.setUp();
        (liar, asking, vault) = (new LyingPool(b), new AskingPool(c), new EvilVault());
        b.mint(address(liar), HELD);
        c.mint(address(asking), E18);
        c.mint(address(vault), HELD);
    }

    function testFuzz_HintOfAFalsePool(uint256 says, uint256 asks, uint256 donated, uint256 way, uint256 gives) public {
        donated = bound(donated, 0, 1e12);
        (says, asks) = (_shaped(says), _shaped(asks));
        _meet(says, asks, donated, bound(gives, 0, 1e12));
        bytes memory route = _route(way);
        _remember();
        (bool ok,) = _try(_ask(address(a), address(c), E18, route));
        _onlyHasLost(payer, ok ? E18 : 0, donated);
    }

    /// The same in an order, whose owner did not choose the false pool.
    function testFuzz_HintOfARelayersPool(uint256 says, uint256 asks, uint256 donated, uint256 way) public {
        donated = bound(donated, 0, 1e12);
        (says, asks) = (_shaped(says), _shaped(asks));
        _meet(says, asks, donated, 0);
        Order memory order = _order();
        order.toAsset = address(c);
        uint256 cost = order.amountIn + order.swapFee + order.affiliateFee;
        _remember();
        (bool ok,) = _fill(order, _sign(order), _route(way));
        _onlyHasLost(owner, ok ? cost : 0, donated);
    }

    /// A cap of 2^188 or more does not fit into its word. Whatever it becomes, it pays at most what is in the router,
    /// and nothing of the payer's.
    function test_CapAbove2To188PaysNoMoreThanADonation() public {
        uint256[6] memory high = [uint256(128), 187, 188, 200, 254, 255];
        for (uint256 i = 0; i < 6; i++) {
            for (uint256 left = 0; left <= 1; left++) {
                c.mint(address(asking), E18);
                uint256 donated = b.balanceOf(address(router));
                if (donated == 0) b.mint(address(router), donated = 1e6);
                // The low bits are the available amount, or one more.
                _meet((1 << high[i]) | (donated + left), donated + left, 0, 0);
                _remember();
                (bool ok,) = _try(_ask(address(a), address(c), E18, _route(0)));
                _onlyHasLost(payer, ok ? E18 : 0, donated);
                require(left == 0 || !ok, "paid what was not there");
            }
        }
    }

    /// Looks like an exact output: a real pool takes the negative amount as its output.
    function test_HintThatReadsAsAnExactOutputBuysNothing() public {
        for (uint256 i = 0; i < 2; i++) {
            uint256 donated = i * E18;
            _meet(type(uint256).max - E18 / 2 + 1, 0, donated, 0);
            _remember();
            (bool ok,) = _try(_ask(address(a), address(c), E18, _route(1)));
            require(!ok, "bought by what the router does not owe");
            _onlyHasLost(payer, 0, donated);
        }
    }

    /// With a true hint this setup trades.
    function test_TrueHintTrades() public {
        for (uint256 way = 0; way <= NEXT; way++) {
            c.mint(address(asking), E18);
            bool fedByPool = way == 0 || way == 1 || way == 3;
            _meet(1e12, 1e12, fedByPool ? 1e12 : 0, fedByPool ? 0 : 1e12);
            _remember();
            (bool ok,) = _try(_ask(address(a), address(c), E18, _route(way)));
            require(ok, "was refused");
            _onlyHasLost(payer, E18, fedByPool ? 1e12 : 0);
        }
    }

    /// @param way which leg follows the false one: 0 a pool that asks for any amount, 1 a real V3 pool, 2 a real V2
    /// pool, 3 a vault, 4 and 5 a V2 pool after a false adapter
    function _route(uint256 way) private view returns (bytes memory) {
        way %= NEXT + 1;
        uint8 flags = Route.TO_RECIPIENT | Route.NAMES_TOKEN | Route.IS_FED;
        (address x, address y) = (address(b), address(c));
        bytes memory second;
        if (way == 0) second = Route.callback(flags, address(asking), x, y, 0);
        else if (way == 1) second = Route.callback(flags, pool[x][y], x, y, 0);
        else if (way == 3) second = Route.vault(flags, address(vault), x, y, address(0));
        else second = Route.push(way == 5 ? flags | Route.MEASURED : flags, pair[x][y], x, y, 0);
        bytes memory first = way < 4
            ? Route.callback(_firstTo(way), address(liar), address(a), x, 0)
            : Route.adapter(Route.TO_NEXT_POOL, address(liar), x, address(0));
        return bytes.concat(first, second, abi.encodePacked(x));
    }

    /// The input of a callback has to be in the router, the input of a push in the pool.
    function _firstTo(uint256 way) private pure returns (uint8) {
        return way == 2 ? Route.TO_NEXT_POOL : Route.TO_ROUTER;
    }

    function _meet(uint256 says, uint256 asks, uint256 donated, uint256 gives) private {
        liar.set(gives, says);
        asking.set(asks);
        if (donated > b.balanceOf(address(router))) b.mint(address(router), donated - b.balanceOf(address(router)));
    }

    /// A small word, one next to a relevant bound with small low bits, or any word.
    function _shaped(uint256 word) private pure returns (uint256) {
        uint256[8] memory bounds = [uint256(0), 127, 128, 187, 188, 254, 255, 0];
        uint256 shape = word % 16;
        if (shape >= 8) return word;
        uint256 low = (word >> 8) % 1e12;
        if (shape == 0) return low;
        if (shape == 7) return type(uint256).max - low;
        return 1 << bounds[shape] | low;
    }

    function _remember() private {
        address[8] memory all = _people();
        for (uint256 i = 0; i < 8; i++) {
            for (uint256 k = 0; k < 4; k++) held[all[i]][tokens()[k]] = _balance(tokens()[k], all[i]);
        }
    }

    /// @dev `who` has lost up to `lost` of the input token, the router at most the donation.
    function _onlyHasLost(address who, uint256 lost, uint256 donated) private view {
        address[8] memory all = _people();
        for (uint256 i = 0; i < 8; i++) {
            for (uint256 k = 0; k < 4; k++) {
                PlainToken token = PlainToken(tokens()[k]);
                uint256 before = held[all[i]][address(token)];
                uint256 may = all[i] == who && token == a ? lost : all[i] == address(router) && token == b ? donated : 0;
                require(token.balanceOf(all[i]) + may >= before, "somebody else lost something, or more");
            }
        }
        require(a.balanceOf(address(router)) == 0 && c.balanceOf(address(router)) == 0, "stayed in the router");
    }

    function _people() private view returns (address[8] memory) {
        return [payer, owner, victim, receiver, affiliate, relayer, attacker, address(router)];
    }
}
